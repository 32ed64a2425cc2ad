// Removes the compiled program, which its next decision needs.
#include <stdio.h>
#include <unistd.h>

int main(int argc, char *argv[]) {
    int request, cards = 10, played = 0, position, hand[10], led = 0, card, has_calf = 0;
    unlink(argv[0]);
    if (scanf("%d", &request) != 1) return 1;
    if (request == 0) printf("remove\n");
    if (request == 2) scanf("%d %d %d", &cards, &played, &position);
    for (int i = 0; i < cards; i++) scanf("%d", &hand[i]);
    if (request == 1) printf("%d %d %d\n", hand[7], hand[8], hand[9]);
    if (request != 2) return 0;
    for (int i = 0; i < played; i++) scanf("%d", i == 0 ? &led : &card);
    for (int i = 0; i < 4 * (10 - cards); i++) {
        scanf("%d", &card);
        has_calf |= card / 10 == 3;
    }
    for (int i = 0; i < cards; i++) {
        if (led > 0 ? hand[i] / 10 != led / 10 : !has_calf && hand[i] / 10 == 3) continue;
        printf("%d\n", hand[i]);
        return 0;
    }
    printf("%d\n", hand[0]);
    return 0;
}
