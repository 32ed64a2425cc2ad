// Parts of the kernel that count for no process, or that no player needs.

#include "hostile.h"
#include <linux/keyctl.h>
#include <errno.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/syscall.h>

// The second number that x86-64 may have for each call.
#define X32_BIT 0x40000000

// Reads a page of each table of pages. All of them are the same page of zeros.
int page_tables(void) {
    size_t all = 700UL << 30, step = 2 << 20;
    volatile char *memory = mmap(NULL, all, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return 0;
    madvise((void *)memory, all, MADV_NOHUGEPAGE);
    for (size_t at = 0; at < all; at += step) (void)memory[at];
    // Whoever watches may be late on a busy machine.
    sleep(5);
    return 1;
}

static int keeps(int file) {
    static char piece[1 << 16];
    if (file < 0) return 0;
    return write(file, piece, sizeof piece) == sizeof piece;
}

int nameless(void) {
    return keeps(memfd_create("hostile", 0)) || keeps(syscall(SYS_memfd_create | X32_BIT, "hostile", 0));
}

int detached(void) {
    int memory = shmget(IPC_PRIVATE, 1 << 20, IPC_CREAT | 0600);
    if (memory < 0) return 0;
    shmctl(memory, IPC_RMID, NULL);
    return 1;
}

int keys(void) {
    long key = syscall(SYS_add_key, "user", own_name, "PWNED", 5, KEY_SPEC_SESSION_KEYRING);
    if (key < 0) return syscall(SYS_keyctl, KEYCTL_DESCRIBE, KEY_SPEC_SESSION_KEYRING, NULL, 0) >= 0;
    syscall(SYS_keyctl, KEYCTL_UNLINK, key, KEY_SPEC_SESSION_KEYRING);
    return 1;
}

// Whether a call is refused because it may not be made, not because of its arguments.
static int is_refused(long result) {
    return result < 0 && (errno == ENOSYS || errno == EPERM);
}

int kernel(void) {
    char nothing[256] = "";
    int count = !is_refused(syscall(SYS_io_uring_setup, 4, nothing));
    count += !is_refused(syscall(SYS_bpf, 0, nothing, sizeof nothing));
    count += !is_refused(syscall(SYS_perf_event_open, nothing, 0, -1, -1, 0));
    count += !is_refused(syscall(SYS_userfaultfd, 0));
    count += !is_refused(socket(AF_VSOCK, SOCK_STREAM, 0));
    count += !is_refused(socket(AF_INET, SOCK_DGRAM, 0));
    return count > 0;
}

int namespaces(void) {
    int count = unshare(CLONE_NEWUSER) == 0;
    long child = syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, NULL, NULL, NULL, NULL);
    if (child == 0) _exit(0);
    return count + (child > 0) > 0;
}
