// Signals to others and to itself.

#include "hostile.h"

// Returns the parent of a process, or 0 if it is not visible.
static pid_t parent_of(pid_t process) {
    char path[64], line[512];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
    FILE *file = fopen(path, "r");
    if (file == NULL) return 0;
    size_t length = fread(line, 1, sizeof line - 1, file);
    line[length] = '\0';
    fclose(file);
    int parent = 0;
    char *end = strrchr(line, ')');
    if (end != NULL) sscanf(end, ") %*c %d", &parent);
    return parent;
}

// Whether a process is the test's own, which runs the referee.
static int is_guard(pid_t process) {
    char path[64], line[512] = "";
    snprintf(path, sizeof path, "/proc/%d/cmdline", (int)process);
    FILE *file = fopen(path, "r");
    if (file == NULL) return 0;
    size_t length = fread(line, 1, sizeof line - 1, file);
    line[length] = '\0';
    fclose(file);
    size_t name = strlen(line);
    return name >= 6 && strcmp(line + name - 6, "/guard") == 0;
}

// Signals the process group of the referee, or of the arcade: of the outermost visible ancestor
// that the test started.
static int signal_referee(int signal) {
    pid_t referee = getppid();
    for (;;) {
        pid_t parent = parent_of(referee);
        if (is_guard(parent)) break;
        if (parent <= 1) return 0;
        referee = parent;
    }
    pid_t group = getpgid(referee);
    if (group > 1 && group != getpgrp()) kill(-group, signal);
    return 0;
}

static int signal_parent(int signal) {
    // Without its parent the program becomes a child of fourcade: another attempt is for that.
    static pid_t parent;
    if (parent == 0) parent = getppid();
    if (parent > 0) kill(parent, signal);
    return 0;
}

int kill_parent(void) { return signal_parent(SIGKILL); }
int stop_parent(void) { return signal_parent(SIGSTOP); }
int kill_referee(void) { return signal_referee(SIGKILL); }
int stop_referee(void) { return signal_referee(SIGSTOP); }

int kill_group(void) {
    kill(0, SIGKILL);
    return 0;
}

// Whether all visible processes are the test's own or the sandbox's: then the first one is, too.
static int is_contained(void) {
    char name[64] = "";
    FILE *file = fopen("/proc/1/comm", "r");
    if (file == NULL) return 1;
    if (fgets(name, sizeof name, file) == NULL) name[0] = '\0';
    fclose(file);
    name[strcspn(name, "\n")] = '\0';
    const char *known[] = {"guard", "fourcade", "exe"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(name, known[i]) == 0) return 1;
    }
    // The program itself may be the first process. A name is cut off after 15 characters.
    return strncmp(name, own_name, 15) == 0;
}

int kill_all(void) {
    if (!is_contained()) exit(97);
    kill(-1, SIGKILL);
    return 0;
}

int stop_itself(void) {
    raise(SIGSTOP);
    return 0;
}

int ignore_signals(void) {
    for (int number = 1; number < 32; number++) signal(number, SIG_IGN);
    stay();
}

int die(void) {
    raise(request == 2 ? SIGBUS : SIGABRT);
    return 0;
}
