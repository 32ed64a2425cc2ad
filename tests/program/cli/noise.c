// A program that prints anything but what it should. The first word of its command, or the end of
// its own name after a `-`, names what.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static unsigned long state;

static unsigned next(unsigned count) {
    state = state * 6364136223846793005UL + 1442695040888963407UL;
    return (unsigned)(state >> 33) % count;
}

static const char *const PARTS[] = {
    "\n", " ", "0", "1", "|", "+", ".", "O", "X", "P", "E", "-", "\033[2J", "\033]0;title\007",
    "\233", "\xff\xfe", "\xc3", "e\xcc\x81", "\xe2\x80\xae", "99999999999999999999999999", "-1",
    "\r", "\t", "{", "}", "Player (O)> ", "Row: ", "Choice: ", "wins", "* * * ", "%s%n", "<b>",
};

int main(int count, char **words) {
    const char *dash = strrchr(words[0], '-');
    const char *kind = count > 1 ? words[1] : dash ? dash + 1 : "";
    state = count > 2 ? strtoul(words[2], NULL, 10) : 1;
    setvbuf(stdout, NULL, _IOFBF, 1 << 16);
    if (strcmp(kind, "bytes") == 0)
        for (int i = 0; i < 20000; i++) putchar((int)next(256));
    else if (strcmp(kind, "parts") == 0)
        for (int i = 0; i < 3000; i++) fputs(PARTS[next(sizeof PARTS / sizeof *PARTS)], stdout);
    else if (strcmp(kind, "echo") == 0)
        for (int c; (c = getchar()) != EOF;) printf("%c%s", c, PARTS[next(8)]), fflush(stdout);
    else if (strcmp(kind, "dots") == 0)
        for (int i = 0; i < 1500000; i++) putchar('.');
    else if (strcmp(kind, "zeros") == 0)
        for (int i = 0; i < 100000; i++) putchar(0);
    else if (strcmp(kind, "digits") == 0)
        for (int i = 0; i < 1000000; i++) putchar('9');
    else if (strcmp(kind, "endless") == 0)
        for (;;) fputs("no end ", stdout);
    else if (strcmp(kind, "prompt") == 0)
        for (int i = 0; i < 5000; i++) puts("Player (O)> \nEnter your choice: ");
    else if (strcmp(kind, "closed") == 0)
        fclose(stdout), sleep(100);
    else if (strcmp(kind, "forks") == 0)
        while (fork() >= 0) putchar('1');
    else if (strcmp(kind, "files") == 0)
        for (int i = 0; i < 2000; i++) {
            char name[64];
            snprintf(name, sizeof name, "file %d \033[31m\n", i);
            FILE *file = fopen(name, "w");
            if (file) fputs("text", file), fclose(file);
        }
    return (int)next(3);
}
