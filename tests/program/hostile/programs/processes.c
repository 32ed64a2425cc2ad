// Processes that multiply, stay or use too much.

#include "hostile.h"
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <fcntl.h>

// The bomb stops here, because the tests share a machine with others.
#define BOMB_SIZE 1500

int fork_bomb(void) {
    int *count = mmap(NULL, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (count == MAP_FAILED) return 0;
    while (__atomic_add_fetch(count, 1, __ATOMIC_RELAXED) < BOMB_SIZE) {
        if (fork() == 0) setsid();
    }
    stay();
}

// Leaves two processes that keep the output open, ignore all signals and are no descendants.
int daemons(void) {
    for (int i = 0; i < 2; i++) {
        if (fork() != 0) continue;
        setsid();
        if (fork() != 0) _exit(0);
        for (int number = 1; number < 32; number++) signal(number, SIG_IGN);
        stay();
    }
    return 0;
}

// Ends at once; a child would answer later.
int late_child(void) {
    if (fork() == 0) {
        setsid();
        usleep(LIMIT * 1000 / 4);
        printf("done\n");
        fflush(stdout);
        stay();
    }
    exit(0);
}

int zombies(void) {
    for (int i = 0; i < 100; i++) {
        if (fork() == 0) _exit(0);
    }
    return 0;
}

// Takes 3 GiB, more than any test allows.
int memory(void) {
    for (int i = 0; i < 3 * 64; i++) {
        char *piece = malloc(16 << 20);
        if (piece == NULL) return 0;
        memset(piece, 1, 16 << 20);
    }
    // Whoever watches may be late on a busy machine.
    sleep(5);
    return 1;
}

// Raises its limits and writes a file that is larger than they were.
int raise_limits(void) {
    struct rlimit none = {RLIM_INFINITY, RLIM_INFINITY};
    setrlimit(RLIMIT_FSIZE, &none);
    setrlimit(RLIMIT_CPU, &none);
    setrlimit(RLIMIT_NOFILE, &none);
    signal(SIGXFSZ, SIG_IGN);
    static char piece[1 << 20];
    int file = open("large", O_CREAT | O_WRONLY, 0600), written = 0;
    while (written < 80 && write(file, piece, sizeof piece) == sizeof piece) written++;
    close(file);
    unlink("large");
    return written == 80;
}

int exhaust_processor(void) {
    signal(SIGXCPU, SIG_IGN);
    for (int i = 0; i < 8; i++) {
        if (fork() == 0) break;
    }
    for (volatile long i = 0;; i++) {}
}
