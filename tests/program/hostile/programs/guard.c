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
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// How long the processes that the command has left may take to end.
#define PATIENCE 10

static FILE *report;
static pid_t command;
static int stops = 0;

struct process {
    pid_t id, parent, group;
    char state;
    const char *name;
};

static void ring(int number) { (void)number; }

// Calls `visit` for each process that runs or is stopped.
static void each_process(void (*visit)(const struct process *)) {
    DIR *folder = opendir("/proc");
    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        char path[300], line[512], state;
        int process = atoi(entry->d_name), parent, group;
        if (process <= 0) continue;
        snprintf(path, sizeof path, "/proc/%d/stat", process);
        FILE *file = fopen(path, "r");
        if (file == NULL) continue;
        size_t length = fread(line, 1, sizeof line - 1, file);
        line[length] = '\0';
        fclose(file);
        char *end = strrchr(line, ')'), *name = strchr(line, '(');
        if (end == NULL || name == NULL) continue;
        if (sscanf(end, ") %c %d %d", &state, &parent, &group) != 3 || state == 'Z') continue;
        *end = '\0';
        visit(&(struct process){process, parent, group, state, name + 1});
    }
    if (folder != NULL) closedir(folder);
}

static void report_child(const struct process *process) {
    if (process->parent != getpid()) return;
    fprintf(report, "left %s (%d)\n", process->name, process->id);
}

static void kill_child(const struct process *process) {
    if (process->parent == getpid()) kill(process->id, SIGKILL);
}

// Continues a process of the command's group. The parent is not told of every stop: a process that
// is just starting a child counts as running until the child, which may be stopped, has started.
static void continue_stopped(const struct process *process) {
    if (process->group != command || process->state != 'T') return;
    stops++;
    kill(-command, SIGCONT);
}

int main(int argc, char *argv[]) {
    int status, seconds, is_hung = 0;
    if (argc < 4 || (report = fopen(argv[1], "we")) == NULL) return 99;
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    struct sigaction action = {.sa_handler = ring};
    sigaction(SIGALRM, &action, NULL);
    command = fork();
    if (command == 0) {
        setpgid(0, 0);
        // A descriptor that the command inherits and that no program should.
        dup2(fileno(report), 77);
        execvp(argv[3], argv + 3);
        _exit(99);
    }
    seconds = atoi(argv[2]);
    setitimer(ITIMER_REAL, &(struct itimerval){{1, 0}, {1, 0}}, NULL);
    for (;;) {
        pid_t child = waitpid(-1, &status, WUNTRACED);
        if (child < 0 && errno == EINTR) {
            is_hung = --seconds <= 0;
            if (is_hung) kill(command, SIGKILL);
            else each_process(continue_stopped);
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
    setitimer(ITIMER_REAL, &(struct itimerval){{0, 0}, {PATIENCE, 0}}, NULL);
    while (waitpid(-1, &status, 0) >= 0) {}
    if (errno == EINTR) {
        each_process(report_child);
        // A child that is killed may leave children of its own to us.
        struct timespec pause = {0, 1000000};
        while (each_process(kill_child), waitpid(-1, &status, WNOHANG) >= 0) nanosleep(&pause, NULL);
    }
    fclose(report);
    return 0;
}
