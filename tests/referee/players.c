// Players for the referee's tests. What one does depends on the name under which it is called.

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NAME 0
#define DISCARD 1

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

// The first card that may be played.
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

int main(int n_words, char *words[]) {
    const char *called = strrchr(words[0], '/') ? strrchr(words[0], '/') + 1 : words[0];
    int request;
    if (strcmp(called, "deaf") == 0) {
        // It does not read.
        printf("42 43 44\n");
        return 0;
    }
    if (n_words != 1 || scanf("%d", &request) != 1) return 9;
    if (strcmp(called, "silent") == 0) return 0;
    if (strcmp(called, "crashing") == 0) raise(SIGSEGV);
    if (strcmp(called, "hanging") == 0) for (;;) pause();
    if (strcmp(called, "flooding") == 0) for (;;) puts("no end of this");
    if (request == NAME) {
        if (strcmp(called, "ritchie") == 0) printf("Dennis Ritchie");
        else if (strcmp(called, "student") == 0) printf("COMP1511 student\n");
        else if (strcmp(called, "control") == 0) printf("\033[2Jcontrol\007\nmore\n");
        else if (strcmp(called, "lulu") == 0) printf("Lulu\n");
        else printf("%s\n", called);
        return 0;
    }
    read_request(request);
    if (strcmp(called, "ritchie") == 0) {
        printf(request == DISCARD ? "10 11 12\n" : "42\n");
    } else if (strcmp(called, "wordy") == 0) {
        printf("I hold %d cards.\nMy choice: ", n_cards);
        answer(request);
    } else if (strcmp(called, "junk") == 0) {
        printf("no idea\n");
    } else if (strcmp(called, "short") == 0) {
        printf(request == DISCARD ? "%d %d\n" : "", hand[0], hand[1]);
    } else if (strcmp(called, "leaving") == 0) {
        // A child that stays, and a file.
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
