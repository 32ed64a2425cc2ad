// Answers that are no answers.

#include "hostile.h"
#include <fcntl.h>

int flood(void) {
    for (;;) puts("and so on");
}

int long_line(void) {
    for (;;) putchar('7');
}

int answer_and_hang(void) {
    answer();
    stay();
}

int close_output(void) {
    fclose(stdout);
    close(1);
    stay();
}

// Reads no more, closes its input and says what it would have said anyway.
int deaf(void) {
    fclose(stdin);
    close(0);
    printf("7\n");
    exit(0);
}

int errors(void) {
    for (int i = 0; i < 100000; i++) fputs("\033[31mmuch ado about nothing\033]0;PWNED\007\n", stderr);
    return 0;
}

int huge_number(void) {
    for (int i = 0; i < 5000; i++) putchar('9');
    putchar('\n');
    exit(0);
}

int not_a_number(void) {
    printf("NaN\n");
    exit(0);
}

// Sets the title, writes to the clipboard, clears the screen, and asks the terminal for its answer.
int escapes(void) {
    printf("\033]0;PWNED\007\033]c;PWNED\007\033P+q\033\\\033[J\033[c\r\b\177\302\233m\302\235\n");
    exit(0);
}

// Right-to-left overrides, isolates, marks, zero-width characters and line separators.
int bidi(void) {
    printf("Eve\xe2\x80\xae" "evE\xe2\x81\xa6\xe2\x80\x8f\xe2\x80\x8b\xef\xbb\xbf\xe2\x80\xa8\xe2\x80\xa9\xd8\x9c\n");
    exit(0);
}

int bad_bytes(void) {
    fwrite("\0\xff\xfe\xc0\x80\xed\xa0\x80 no\0", 1, 12, stdout);
    exit(0);
}

// Answers when its time is over, give or take a little.
int late(void) {
    usleep((LIMIT - 5) * 1000);
    return 0;
}
