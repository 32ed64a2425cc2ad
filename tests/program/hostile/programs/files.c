// Files: too many, too large, in the wrong place, or not its own.

#include "hostile.h"
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

int many_files(void) {
    static char piece[1 << 20];
    if (request == 0) return 0;
    for (int i = 0; i < 400; i++) {
        char name[32];
        snprintf(name, sizeof name, "file-%d", i);
        int file = open(name, O_CREAT | O_WRONLY, 0600);
        if (file < 0 || write(file, piece, sizeof piece) != sizeof piece) return 0;
        close(file);
    }
    return 1;
}

int sparse_file(void) {
    int file = open("sparse", O_CREAT | O_RDWR, 0600);
    return ftruncate(file, 1L << 40) == 0;
}

// Leaves folders without permissions, folders nested too deeply for a path, and links to the home.
int mess(void) {
    char name[201];
    memset(name, 'd', 200);
    name[200] = '\0';
    mkdir("closed", 0700);
    mkdir("closed/inner", 0700);
    symlink(in_run("home"), "closed/inner/link");
    chmod("closed/inner", 0);
    chmod("closed", 0);
    symlink(in_run("home"), "home");
    mkfifo("pipe", 0);
    for (int i = 0; i < 50; i++) {
        if (mkdir(name, 0700) != 0 || chdir(name) != 0) break;
    }
    chmod(".", 0);
    return 0;
}

// Creates a file with a name that the tests look for.
static int leave_in(const char *folder) {
    char path[4096];
    snprintf(path, sizeof path, "%s/hostile-%s", folder, own_name);
    int file = open(path, O_CREAT | O_WRONLY, 0600);
    if (file < 0) return 0;
    close(file);
    return 1;
}

// Writes to the shared folders, the home, the arcade's folders and the folder for temporary files.
int write_outside(void) {
    // What the sandbox shows in place of these folders may be writable: it is not kept.
    int is_outside = access(in_run("home"), F_OK) == 0, count = 0;
    const char *shared[] = {"/tmp", "/var/tmp", "/dev/shm", "/run"};
    const char *ours[] = {"home", "arcade", "tmp", "program", "work"};
    for (size_t i = 0; i < sizeof shared / sizeof *shared; i++) count += leave_in(shared[i]);
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++) count += leave_in(in_run(ours[i]));
    return is_outside && count > 0;
}

// Writes to the working folder of the arcade, in which Othello programs run.
int write_here(void) {
    if (access(in_run("work"), F_OK) != 0) return 0;
    return leave_in(in_run("work"));
}

static int reads(const char *path) {
    char text[64] = "";
    int file = open(path, O_RDONLY);
    if (file < 0) return 0;
    ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    return length > 0;
}

// Reads what was planted in the home, in the arcade's folder and in the folder for temporary files,
// and what only root may read.
int read_secrets(void) {
    return reads(in_run("home/secret")) || reads(in_run("arcade/secret"))
        || reads(in_run("tmp/secret")) || reads("/etc/shadow") || reads("/etc/ssh/ssh_host_rsa_key");
}

int environment(void) {
    const char *home = getenv("HOME");
    return getenv("HOSTILE_SECRET") != NULL || (home != NULL && strcmp(home, in_run("home")) == 0);
}

// Removes its own file and puts another one in its place.
int own_file(void) {
    char path[4096];
    snprintf(path, sizeof path, "%s.old", own_path);
    int is_moved = rename(own_path, path) == 0, is_removed = unlink(own_path) == 0;
    unlink(path);
    return is_moved || is_removed;
}

// Leaves locks on its own file and on its folder, held by a process that stays.
int locks(void) {
    if (fork() == 0) {
        flock(open(own_path, O_RDONLY), LOCK_EX | LOCK_NB);
        flock(open(".", O_RDONLY), LOCK_EX | LOCK_NB);
        setsid();
        stay();
    }
    return 0;
}
