// Test players for the referee. The name by which the program is called determines its behaviour.

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NAME 0
#define DISCARD 1
#define TESTS 3

static int hand[10], n_cards = 10, n_played, position;
static int led, calf_was_played;

static void read_request(int request) {
    if (request != DISCARD && scanf("%d %d %d", &n_cards, &n_played, &position) != 3) exit(9);
    for (int i = 0; i < n_cards; i++) {
        if (scanf("%d", &hand[i]) != 1) exit(9);
    }
    if (request == DISCARD) return;
    for (int i = 0; i < n_played; i++) {
        int card;
        if (scanf("%d", &card) != 1) exit(9);
        if (i == 0) led = card / 10;
    }
    for (int i = 0; i < 4 * (10 - n_cards); i++) {
        int card;
        if (scanf("%d", &card) != 1) exit(9);
        if (card / 10 == 3) calf_was_played = 1;
    }
}

// Returns the first legal card.
static int legal_card(void) {
    for (int i = 0; i < n_cards; i++) {
        int suit = hand[i] / 10;
        if (n_played > 0 ? suit == led : calf_was_played || suit != 3) return hand[i];
    }
    return hand[0];
}

static void answer(int request) {
    if (request == DISCARD) printf("%d %d %d\n", hand[9], hand[8], hand[7]);
    else printf("%d\n", legal_card());
}

int main(int argc, char *argv[]) {
    const char *name = strrchr(argv[0], '/') ? strrchr(argv[0], '/') + 1 : argv[0];
    int request;
    if (strcmp(name, "deaf") == 0) {
        // This player does not read its input.
        printf("42 43 44\n");
        return 0;
    }
    if (argc != 1 || scanf("%d", &request) != 1) return 9;
    if (strcmp(name, "asking") == 0 && system(":") != 0) return 9;
    if (strcmp(name, "silent") == 0) return 0;
    if (strcmp(name, "crashing") == 0) raise(SIGSEGV);
    if (strncmp(name, "hanging", 7) == 0) for (;;) pause();
    if (strcmp(name, "flooding") == 0) for (;;) puts("no end of this");
    if (request == NAME) {
        if (strcmp(name, "ritchie") == 0) printf("Dennis Ritchie");
        else if (strcmp(name, "student") == 0) printf("COMP1511 student\n");
        else if (strcmp(name, "control") == 0) printf("\033[2Jcontrol\007\nmore\n");
        else if (strcmp(name, "lulu") == 0) printf("Lulu\n");
        else if (strcmp(name, "evil") == 0) printf("<script>\"&'alert(1)</script>\n");
        else printf("%s\n", name);
        return 0;
    }
    if (request == TESTS) {
        // The tests of one player fail.
        printf("these are my tests\n");
        return strcmp(name, "ritchie") == 0 ? 4 : 0;
    }
    read_request(request);
    if (strcmp(name, "ritchie") == 0) {
        printf(request == DISCARD ? "10 11 12\n" : "42\n");
    } else if (strcmp(name, "wordy") == 0) {
        printf("I hold %d cards.\nMy choice: ", n_cards);
        answer(request);
    } else if (strcmp(name, "noisy") == 0) {
        fprintf(stderr, "why\033[2J</pre><script>%9999s", "");
        return 3;
    } else if (strcmp(name, "junk") == 0) {
        printf("no idea\n");
    } else if (strcmp(name, "short") == 0) {
        printf(request == DISCARD ? "%d %d\n" : "", hand[0], hand[1]);
    } else if (strncmp(name, "leaving", 7) == 0) {
        // This player leaves a child process and a file.
        if (fork() == 0) {
            setsid();
            for (;;) pause();
        }
        FILE *file = fopen("left", "w");
        if (file == NULL) return 9;
        fprintf(file, "what is left\n");
        fclose(file);
        answer(request);
    } else {
        answer(request);
    }
    return 0;
}
