/*
 * Intensity as the course asks, with one typical mistake: the first argument names it, "none" for none.
 * It plays the lowest card that it takes for a legal one, or the highest if there is a second argument.
 * Unlike a program of the course, it answers all requests that it is given, each in a line.
 */
#include <stdio.h>
#include <string.h>

static const char *mistake_made;
static int likes_highest;

static int is(const char *mistake)
{
    return strcmp(mistake_made, mistake) == 0;
}

static int is_calf(int card)
{
    int first = is("calves-from-31") ? 31 : 30;
    int last = is("calves-to-38") ? 38 : is("calves-to-40") ? 40 : 39;
    return card >= first && card <= last;
}

static int ten(int card)
{
    return is("last-digit") ? card % 10 : card / 10;
}

static int has_calf(const int *cards, int count)
{
    int i;
    for (i = 0; i < count; i++) {
        if (is_calf(cards[i]) || (is("buffalo-breaks") && cards[i] == 47)) {
            return 1;
        }
    }
    return 0;
}

static int input(int *cards, int count)
{
    int i;
    for (i = 0; i < count; i++) {
        if (scanf("%d", &cards[i]) != 1) {
            return 0;
        }
    }
    return 1;
}

static int is_free(const int *past, int played, const int *passed, const int *received)
{
    if (is("passed-breaks") && has_calf(passed, 3)) {
        return 1;
    }
    if (is("received-breaks") && has_calf(received, 3)) {
        return 1;
    }
    if (is("calves-free") || (is("free-after-1") && played >= 4)
        || (is("free-after-3") && played >= 12) || (is("free-after-5") && played >= 20)
        || (is("free-after-7") && played >= 28)) {
        return 1;
    }
    return has_calf(past, played);
}

static int is_legal(int card, const int *hand, int held, const int *round, int on_table, int free)
{
    int i, led, others = 0, follows = 0;
    if (on_table == 0) {
        for (i = 0; i < held; i++) {
            others += !is_calf(hand[i]);
        }
        if (is("buffalo-no-lead") && card == 47 && held > 1) {
            return 0;
        }
        return free || !is_calf(card) || (others == 0 && !is("no-calf-ever"));
    }
    led = ten(round[0]);
    if (is("follow-last")) {
        led = ten(round[on_table - 1]);
    }
    if (is("follow-second") && on_table > 1) {
        led = ten(round[1]);
    }
    if (is("follow-highest")) {
        for (i = 0; i < on_table; i++) {
            led = ten(round[i]) > led ? ten(round[i]) : led;
        }
    }
    for (i = 0; i < held; i++) {
        follows += ten(hand[i]) == led;
    }
    if (is("no-follow") || (is("no-follow-last") && on_table == 3)
        || (is("no-follow-calves") && led == 3) || (is("no-follow-after-5") && held < 6)
        || (is("no-follow-second") && on_table == 1)
        || (is("no-follow-round-7") && held == 4)) {
        return 1;
    }
    if (is("void-no-calf") && follows == 0 && is_calf(card) && !free) {
        return 0;
    }
    if (is("void-nothing") && follows == 0) {
        return 0;
    }
    if (is("higher-only") && follows && ten(card) == led) {
        return card > round[0];
    }
    return follows == 0 || ten(card) == led;
}

static int play(void)
{
    int held, on_table, seat, free, i, played, passed[3], received[3];
    int hand[10], round[3], past[36], choice = 0;
    if (scanf("%d %d %d", &held, &on_table, &seat) != 3) {
        return 1;
    }
    played = 4 * (10 - held);
    if (!input(hand, held) || !input(round, on_table) || !input(past, played)
        || !input(passed, 3) || !input(received, 3)) {
        return 1;
    }
    free = is_free(past, played, passed, received);
    for (i = 0; i < held; i++) {
        if (is_legal(hand[i], hand, held, round, on_table, free)) {
            choice = hand[i];
            if (!likes_highest) {
                break;
            }
        }
    }
    if (choice && !(is("no-answer-last") && held == 1)) {
        printf("%d", is("position") ? seat : choice);
    }
    puts("");
    return 0;
}

static int pass(void)
{
    int hand[10];
    if (!input(hand, 10)) {
        return 1;
    }
    if (is("pass-two")) {
        printf("%d %d\n", hand[0], hand[1]);
    } else if (is("pass-same")) {
        printf("%d %d %d\n", hand[0], hand[0], hand[1]);
    } else if (is("pass-places")) {
        printf("0 1 2\n");
    } else if (is("pass-other")) {
        int other = 10, at;
        for (at = 0; at < 10; at++)
            if (hand[at] == other) {
                other++;
                at = -1;
            }
        printf("%d %d %d\n", hand[0], hand[1], other);
    } else if (is("pass-nothing")) {
        puts("");
    } else {
        printf("%d %d %d\n", hand[0], hand[1], hand[2]);
    }
    return 0;
}

int main(int argc, char **argv)
{
    int request;
    mistake_made = argc > 1 ? argv[1] : "none";
    likes_highest = argc > 2;
    while (scanf("%d", &request) == 1) {
        if (request == 1) {
            pass();
        } else if (request == 2) {
            play();
        } else {
            puts(is("no-name") ? "" : "Dennis Ritchie");
        }
    }
    return 0;
}
