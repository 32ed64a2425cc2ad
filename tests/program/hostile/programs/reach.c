// Reaching out: sockets, the terminal, other processes and more rights.

#include "hostile.h"
#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

int tcp(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(PORT)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int stream = socket(AF_INET, SOCK_STREAM, 0);
    return connect(stream, (struct sockaddr *)&address, sizeof address) == 0;
}

static int reaches(struct sockaddr_un *address, socklen_t length) {
    int stream = socket(AF_UNIX, SOCK_STREAM, 0);
    int is_reached = connect(stream, (struct sockaddr *)address, length) == 0;
    close(stream);
    return is_reached;
}

// Connects to services in the home and in the folder for temporary files, as multiplexers and
// agents have them there.
int sockets(void) {
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "socket"};
    const char *folders[] = {"home", "tmp"};
    int count = 0;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        // The whole path may be too long for an address.
        if (chdir(in_run(folders[i])) == 0) count += reaches(&address, sizeof address);
    }
    return count > 0;
}

int abstract(void) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const char *name = strrchr(BASE, '/') + 1;
    memcpy(address.sun_path + 1, name, strlen(name));
    return reaches(&address, offsetof(struct sockaddr_un, sun_path) + 1 + strlen(name));
}

int terminal(void) {
    int file = open("/dev/tty", O_RDWR);
    if (file < 0) return 0;
    return write(file, "PWNED", 5) == 5;
}

// Looks for the processes of the tests, and into the memory and the environment of its ancestors.
int inspect(void) {
    int count = 0;
    DIR *folder = opendir("/proc");
    if (folder == NULL) return 0;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char path[512], text[4096];
        int process = atoi(entry->d_name);
        if (process <= 0 || process == getpid()) continue;
        snprintf(path, sizeof path, "/proc/%d/environ", process);
        int file = open(path, O_RDONLY);
        ssize_t length = file < 0 ? 0 : read(file, text, sizeof text);
        if (file >= 0) close(file);
        count += length > 0 && memmem(text, length, "HOSTILE_SECRET", 14) != NULL;
        snprintf(path, sizeof path, "/proc/%d/root/%s", process, in_run("home/secret"));
        file = open(path, O_RDONLY);
        if (file >= 0) close(file);
        count += file >= 0;
    }
    closedir(folder);
    return count > 0;
}

// Writes to every descriptor that it may have inherited.
int descriptors(void) {
    int count = 0;
    for (int fd = 3; fd < 256; fd++) {
        if (fcntl(fd, F_GETFD) < 0) continue;
        count++;
        if (write(fd, "PWNED\n", 6) < 0) continue;
    }
    return count > 0;
}

// Wants more rights: another user, another root folder, a device, a mount.
int privileges(void) {
    setuid(0);
    setgid(0);
    mkdir("root", 0700);
    int count = mount("none", "root", "tmpfs", 0, "") == 0;
    umount2("root", MNT_DETACH);
    count += mknod("device", S_IFBLK | 0600, 0x800) == 0;
    count += chroot("root") == 0;
    return count > 0;
}

// Attaches to its parent as a debugger does, which stops it.
int trace_parent(void) {
    ptrace(PTRACE_ATTACH, getppid(), NULL, NULL);
    return 0;
}
