// A program that misbehaves in the way that its input requests. The input is a keyword, a number
// and the path of a file. The program first appends its working directory to that file.

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void note(const char *notes) {
    char folder[4096];
    FILE *file = fopen(notes, "a");
    if (file == NULL || getcwd(folder, sizeof folder) == NULL) return;
    fprintf(file, "%s\n", folder);
    fclose(file);
}

// Waits forever.
_Noreturn static void stay(void) {
    fflush(stdout);
    for (;;) pause();
}

static void ignore_signals(void) {
    int ignored[] = {SIGTERM, SIGINT, SIGHUP, SIGPIPE, SIGALRM, SIGXCPU};
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) signal(ignored[i], SIG_IGN);
}

// Leaves a process in a new session. It keeps the output open and is not a child of this process.
static void leave_daemon(void) {
    if (fork() == 0) {
        setsid();
        if (fork() == 0) {
            ignore_signals();
            stay();
        }
        _exit(0);
    }
    wait(NULL);
}

// Leaves many processes, each in a new session.
static void leave_crowd(int count) {
    for (int i = 0; i < count; i++) {
        if (fork() == 0) {
            setsid();
            stay();
        }
    }
}

// Leaves a process that keeps changing its ID: each process starts the next one and ends.
static void leave_relay(void) {
    if (fork() != 0) return;
    for (;;) {
        setsid();
        if (fork() != 0) _exit(0);
    }
}

static void take_memory(long mebibytes) {
    for (long i = 0; i < mebibytes; i++) {
        char *piece = malloc(1 << 20);
        if (piece == NULL) exit(3);
        memset(piece, 1, 1 << 20);
    }
}

static void write_much(long mebibytes) {
    static char piece[1 << 20];
    int file = open("large", O_CREAT | O_WRONLY, 0600);
    for (long i = 0; i < mebibytes; i++) {
        if (write(file, piece, sizeof piece) < 0) exit(4);
    }
}

// Leaves folders without permissions, and folders nested too deeply for a path.
static void make_mess(void) {
    char name[201];
    memset(name, 'd', 200);
    name[200] = '\0';
    mkdir("closed", 0700);
    mkdir("closed/inner", 0700);
    close(open("closed/inner/file", O_CREAT | O_WRONLY, 0));
    chmod("closed/inner", 0);
    chmod("closed", 0);
    symlink("/", "link");
    for (int i = 0; i < 50; i++) {
        if (mkdir(name, 0700) != 0 || chdir(name) != 0) exit(5);
    }
    chmod(".", 0);
}

static const char *reach(int port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int stream = socket(AF_INET, SOCK_STREAM, 0);
    return connect(stream, (struct sockaddr *)&address, sizeof address) == 0 ? "reached" : "alone";
}

static unsigned long limit(int resource) {
    struct rlimit limit;
    getrlimit(resource, &limit);
    return limit.rlim_max;
}

static size_t count_input(void) {
    size_t count = 0;
    while (getchar() != EOF) count++;
    return count;
}

static char word[32];

static int is(const char *name) {
    return strcmp(word, name) == 0;
}

int main(void) {
    char notes[4096] = "";
    long number = 0;
    if (scanf("%31s %ld %4095s", word, &number, notes) != 3) return 9;
    note(notes);
    if (is("answer")) printf("%ld\n", number);
    else if (is("status")) { printf("printed\n"); return number; }
    else if (is("silent")) return number;
    else if (is("junk")) fwrite("\xff\0\xfe junk", 1, 8, stdout);
    else if (is("count")) printf("%zu\n", count_input());
    else if (is("deaf")) { fclose(stdin); close(0); printf("heard enough\n"); }
    else if (is("mutter")) { fprintf(stderr, "%0*d\n", (int)number, 7); printf("aloud\n"); }
    else if (is("print")) { for (long i = 0; i < number; i++) putchar('x'); }
    else if (is("flood")) { for (;;) puts("and so on"); }
    else if (is("hang")) { printf("23\n"); stay(); }
    else if (is("stubborn")) { ignore_signals(); stay(); }
    else if (is("burn")) { signal(SIGXCPU, SIG_DFL); for (volatile long i = 0;; i++) {} }
    else if (is("raise")) { printf("23\n"); fflush(stdout); raise(number); }
    else if (is("crash")) { volatile int *nowhere = NULL; *nowhere = 1; }
    else if (is("daemon")) { leave_daemon(); printf("left\n"); }
    else if (is("crowd")) { leave_crowd(number); printf("left\n"); }
    else if (is("relay")) { leave_relay(); printf("left\n"); }
    else if (is("family")) { leave_daemon(); leave_crowd(20); stay(); }
    else if (is("hungry")) { take_memory(number); printf("full\n"); }
    else if (is("large")) { write_much(number); printf("written\n"); }
    else if (is("mess")) { make_mess(); printf("made\n"); }
    else if (is("limits")) {
        printf("%lu %lu %lu\n", limit(RLIMIT_CPU), limit(RLIMIT_FSIZE), limit(RLIMIT_CORE));
    }
    else if (is("session")) printf("%d\n", (int)getsid(0));
    else if (is("reach")) printf("%s\n", reach(number));
    else if (is("write")) printf("%s\n", open(notes, O_WRONLY) < 0 ? "refused" : "allowed");
    // Attacks on the process that watches over this one, while a process in another session stays.
    else if (is("parent")) { leave_daemon(); kill(getppid(), number); stay(); }
    else if (is("group")) { leave_daemon(); kill(0, number); stay(); }
    else return 9;
    return 0;
}
