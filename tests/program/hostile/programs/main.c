// Finds out what to try, and plays Intensity.

#include "hostile.h"

const char *own_name, *own_path;
int request = -1;

static const struct {
    const char *name;
    Attempt *attempt;
} ATTEMPTS[] = {
    {"polite", NULL},
    {"kill-parent", kill_parent}, {"kill-group", kill_group}, {"kill-referee", kill_referee},
    {"kill-all", kill_all}, {"stop-parent", stop_parent}, {"stop-referee", stop_referee},
    {"stop-itself", stop_itself}, {"ignore-signals", ignore_signals}, {"die", die},
    {"fork-bomb", fork_bomb}, {"daemons", daemons}, {"late-child", late_child},
    {"zombies", zombies}, {"memory", memory}, {"page-tables", page_tables}, {"nameless", nameless},
    {"detached", detached}, {"keys", keys}, {"kernel", kernel}, {"namespaces", namespaces}, {"raise-limits", raise_limits},
    {"exhaust-processor", exhaust_processor},
    {"flood", flood}, {"long-line", long_line}, {"answer-and-hang", answer_and_hang},
    {"close-output", close_output}, {"deaf", deaf}, {"errors", errors},
    {"huge-number", huge_number}, {"not-a-number", not_a_number}, {"escapes", escapes},
    {"bidi", bidi}, {"bad-bytes", bad_bytes}, {"late", late},
    {"many-files", many_files}, {"sparse-file", sparse_file}, {"mess", mess},
    {"write-outside", write_outside}, {"write-here", write_here}, {"read-secrets", read_secrets},
    {"environment", environment}, {"own-file", own_file}, {"locks", locks},
    {"tcp", tcp}, {"sockets", sockets}, {"abstract", abstract}, {"terminal", terminal},
    {"inspect", inspect}, {"descriptors", descriptors}, {"privileges", privileges},
    {"trace-parent", trace_parent},
};

static int hand[10], n_cards = 10, n_played, position;
static int led, calf_was_played;

const char *in_run(const char *name) {
    static char path[4096];
    snprintf(path, sizeof path, "%s/%s/%s", BASE, own_name, name);
    return path;
}

_Noreturn void stay(void) {
    for (;;) pause();
}

static void read_request(void) {
    if (scanf("%d", &request) != 1) exit(98);
    if (request == 0) return;
    if (request == 2 && scanf("%d %d %d", &n_cards, &n_played, &position) != 3) exit(98);
    for (int i = 0; i < n_cards; i++) {
        if (scanf("%d", &hand[i]) != 1) exit(98);
    }
    if (request == 1) return;
    for (int i = 0; i < n_played; i++) {
        int card;
        if (scanf("%d", &card) != 1) exit(98);
        if (i == 0) led = card / 10;
    }
    for (int i = 0; i < 4 * (10 - n_cards); i++) {
        int card;
        if (scanf("%d", &card) != 1) exit(98);
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

void answer(void) {
    if (request == 0) printf("%.*s\n", (int)strcspn(own_name, "."), own_name);
    if (request == 1) printf("%d %d %d\n", hand[7], hand[8], hand[9]);
    if (request == 2) printf("%d\n", legal_card());
    fflush(stdout);
}

// Whether an attempt is made now: when asked for the name, for the cards to pass and for the first
// card. The other cards show whether the game goes on unharmed.
static int is_time(void) {
    return request < 2 || n_cards == 10;
}

int main(int argc, char *argv[]) {
    own_path = argv[0];
    own_name = strrchr(own_path, '/') ? strrchr(own_path, '/') + 1 : own_path;
    const char *name = own_name;
    int is_gtp = strncmp(name, "gtp-", 4) == 0;
    if (is_gtp) name += 4;
    if (strncmp(name, "table-", 6) == 0) name += 6;
    size_t length = strcspn(name, ".");
    for (size_t i = 0; i < sizeof ATTEMPTS / sizeof *ATTEMPTS; i++) {
        if (strlen(ATTEMPTS[i].name) != length || strncmp(ATTEMPTS[i].name, name, length)) continue;
        Attempt *attempt = ATTEMPTS[i].attempt;
        if (is_gtp) {
            speak_gtp("polite", attempt);
            return 0;
        }
        read_request();
        if (attempt != NULL && is_time() && attempt()) printf("done\n");
        else answer();
        return 0;
    }
    if (!is_gtp) return 99;
    char protocol[64];
    snprintf(protocol, sizeof protocol, "%.*s", (int)length, name);
    speak_gtp(protocol, NULL);
    return 0;
}
