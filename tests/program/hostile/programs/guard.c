// Runs a command and adopts everything that it leaves behind.
//
//     guard REPORT SECONDS COMMAND...
//
// It writes to the file REPORT how the command ended ("status N" or "signal N"), how often it was
// stopped ("stopped N", and it is continued each time), and the processes that were left a while
// after its end ("left NAME", and they are killed). A command that has not ended after SECONDS is
// killed ("hung").

#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// How long the processes that the command has left may take to end.
#define PATIENCE 10

static FILE *report;

static void ring(int number) { (void)number; }

// Calls `visit` for each running child.
static void each_child(void (*visit)(int process, const char *name)) {
    DIR *folder = opendir("/proc");
    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        char path[300], line[512], state;
        int process = atoi(entry->d_name), parent;
        if (process <= 0) continue;
        snprintf(path, sizeof path, "/proc/%d/stat", process);
        FILE *file = fopen(path, "r");
        if (file == NULL) continue;
        size_t length = fread(line, 1, sizeof line - 1, file);
        line[length] = '\0';
        fclose(file);
        char *end = strrchr(line, ')'), *name = strchr(line, '(');
        if (end == NULL || name == NULL || sscanf(end, ") %c %d", &state, &parent) != 2) continue;
        *end = '\0';
        if (parent == getpid() && state != 'Z') visit(process, name + 1);
    }
    if (folder != NULL) closedir(folder);
}

static void report_child(int process, const char *name) {
    fprintf(report, "left %s (%d)\n", name, process);
}

static void kill_child(int process, const char *name) {
    (void)name;
    kill(process, SIGKILL);
}

int main(int argc, char *argv[]) {
    int status, stops = 0, is_hung = 0;
    if (argc < 4 || (report = fopen(argv[1], "we")) == NULL) return 99;
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    struct sigaction action = {.sa_handler = ring};
    sigaction(SIGALRM, &action, NULL);
    pid_t command = fork();
    if (command == 0) {
        setpgid(0, 0);
        // A descriptor that the command inherits and that no program should.
        dup2(fileno(report), 77);
        execvp(argv[3], argv + 3);
        _exit(99);
    }
    alarm(atoi(argv[2]));
    for (;;) {
        pid_t child = waitpid(-1, &status, WUNTRACED);
        if (child < 0 && errno == EINTR) {
            is_hung = 1;
            kill(command, SIGKILL);
        } else if (child == command && WIFSTOPPED(status)) {
            stops++;
            kill(-command, SIGCONT);
        } else if (child == command) {
            break;
        }
    }
    if (WIFEXITED(status)) fprintf(report, "status %d\n", WEXITSTATUS(status));
    else fprintf(report, "signal %d\n", WTERMSIG(status));
    if (stops > 0) fprintf(report, "stopped %d\n", stops);
    if (is_hung) fprintf(report, "hung\n");
    alarm(PATIENCE);
    while (waitpid(-1, &status, 0) >= 0) {}
    if (errno == EINTR) {
        each_child(report_child);
        // A child that is killed may leave children of its own to us.
        struct timespec pause = {0, 1000000};
        while (each_child(kill_child), waitpid(-1, &status, WNOHANG) >= 0) nanosleep(&pause, NULL);
    }
    fclose(report);
    return 0;
}
