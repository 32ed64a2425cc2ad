// An Othello program that speaks the Go Text Protocol, well or badly.

#include "hostile.h"
#include <ctype.h>

#define MAX_SIZE 26

static int size = 8;
static char board[MAX_SIZE + 2][MAX_SIZE + 2];
static int moves_made;

static void clear_board(void) {
    memset(board, '-', sizeof board);
    for (int i = 0; i < size + 2; i++) {
        board[0][i] = board[i][0] = board[size + 1][i] = board[i][size + 1] = '#';
    }
    int low = size / 2, high = low + 1;
    board[low][high] = board[high][low] = 'b';
    board[low][low] = board[high][high] = 'w';
}

// Returns how many tiles a move flips, and makes it if asked to.
static int flips(int row, int column, char colour, int makes) {
    int count = 0;
    if (board[row][column] != '-') return 0;
    for (int down = -1; down <= 1; down++) {
        for (int right = -1; right <= 1; right++) {
            int r = row + down, c = column + right, length = 0;
            if (down == 0 && right == 0) continue;
            while (board[r][c] != colour && isalpha(board[r][c])) {
                r += down, c += right, length++;
            }
            if (length == 0 || board[r][c] != colour) continue;
            count += length;
            while (makes && (r -= down, c -= right, r != row || c != column)) board[r][c] = colour;
        }
    }
    if (makes && count > 0) board[row][column] = colour;
    return count;
}

static void play(const char *colour, const char *move) {
    int column = toupper(move[0]) - 'A' + 1, row = atoi(move + 1);
    if (row > 0 && row <= size && column > 0 && column <= size) flips(row, column, *colour, 1);
}

static void legal_move(const char *colour, char move[16]) {
    for (int row = 1; row <= size; row++) {
        for (int column = 1; column <= size; column++) {
            if (!flips(row, column, *colour, 1)) continue;
            snprintf(move, 16, "%c%d", 'A' + column - 1, row);
            return;
        }
    }
    strcpy(move, "pass");
}

static const char *protocol;

static int is(const char *name) { return strcmp(protocol, name) == 0; }

static void say(const char *text) {
    printf("%s\n\n", text);
    fflush(stdout);
}

// Gives the answer to a request for a move in the wrong way. Returns whether it has.
static int misbehaves(const char *move) {
    if (is("silent")) stay();
    else if (is("wrong-number")) printf("=4711 %s\n\n", move);
    else if (is("two-answers")) printf("= %s\n\n= A1\n\n= resign\n\n", move);
    else if (is("comments")) for (;;) puts("# still thinking\n");
    else if (is("no-empty-line")) { printf("= %s\n", move); fflush(stdout); stay(); }
    else if (is("escape-move")) say("= \033]0;PWNED\007\033]52;c;PWNED\007\033[2J\302\233m");
    else if (is("escape-error")) say("? \033]0;PWNED\007\033[31m\302\235 no");
    else if (is("bidi-error")) say("? \xe2\x80\xae" "fdp.\xe2\x81\xa6\xe2\x80\x8b\xe2\x80\xa8\xe2\x80\xa9 no");
    else if (is("bytes")) fwrite("= \0\xff\xfe\xc0\x80\0\n\n", 1, 10, stdout);
    else if (is("illegal")) say("= A1");
    else if (is("off-board")) say("= Z99");
    else if (is("resign")) say("= resign");
    else if (is("passes")) say("= pass");
    else if (is("empty")) say("=");
    else if (is("crash")) { if (++moves_made > 2) raise(SIGSEGV); else return 0; }
    else if (is("leave")) exit(3);
    else if (is("close")) { fclose(stdout); close(1); stay(); }
    else if (is("huge-line")) { printf("= "); for (int i = 0; i < 60000; i++) putchar('9'); say(""); }
    else if (is("endless")) { printf("= "); for (;;) putchar('9'); }
    else if (is("drip")) for (;;) { putchar('='); fflush(stdout); usleep(1000); }
    else return 0;
    fflush(stdout);
    return 1;
}

void speak_gtp(const char *name, Attempt *attempt) {
    char line[256], word[32] = "", first[32] = "", second[32] = "";
    protocol = name;
    clear_board();
    if (is("early")) for (int i = 0; i < 100; i++) say("= A1");
    while (fgets(line, sizeof line, stdin) != NULL) {
        *word = *first = *second = '\0';
        sscanf(line, "%31s %31s %31s", word, first, second);
        if (strcmp(word, "boardsize") == 0) size = atoi(first) < MAX_SIZE ? atoi(first) : MAX_SIZE;
        if (strcmp(word, "boardsize") == 0 || strcmp(word, "clear_board") == 0) clear_board();
        if (strcmp(word, "play") == 0) play(first, second);
        if (is("behind") && strcmp(word, "genmove") != 0) continue;
        if (is("refuses")) { say("? no"); continue; }
        if (strcmp(word, "quit") == 0 && is("clinging")) continue;
        if (strcmp(word, "genmove") == 0) {
            char move[16], answer[32];
            if (attempt != NULL && attempt()) { say("= done"); continue; }
            legal_move(first, move);
            if (misbehaves(move)) continue;
            snprintf(answer, sizeof answer, "= %s", move);
            say(answer);
        } else if (strcmp(word, "list_commands") == 0) {
            say("= list_commands\ngenmove");
        } else if (strcmp(word, "quit") == 0) {
            say("=");
            return;
        } else {
            say("=");
        }
    }
    if (is("clinging")) { signal(SIGTERM, SIG_IGN); stay(); }
}
