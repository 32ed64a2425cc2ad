// What the hostile programs share. They are one binary; the name by which it is called selects what
// it tries: ATTEMPT.MODE for an Intensity program, gtp-ATTEMPT.MODE for an Othello program. (A run
// with a folder of its own has another prefix, table-ATTEMPT.MODE.)
//
// The tests compile it with these macros:
//   BASE    the folder that holds a folder for each run, named like the program
//   PORT    a port on which the tests listen
//   LIMIT   the time for a decision, in milliseconds

#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

// An attempt returns whether it has succeeded. The program then says "done" in place of its answer.
typedef int Attempt(void);

Attempt kill_parent, kill_group, kill_referee, kill_all, stop_parent, stop_referee, stop_itself,
    ignore_signals, die;
Attempt page_tables, nameless, detached, keys, kernel, namespaces;
Attempt fork_bomb, daemons, late_child, zombies, memory, raise_limits, exhaust_processor;
Attempt flood, long_line, answer_and_hang, close_output, deaf, errors, huge_number, not_a_number,
    escapes, bidi, bad_bytes, late;
Attempt many_files, sparse_file, mess, write_outside, write_here, read_secrets, environment,
    own_file, locks;
Attempt tcp, sockets, abstract, terminal, inspect, descriptors, privileges,
    trace_parent;

// The name by which the program was called, without its folder.
extern const char *own_name;
// The path by which the program was called.
extern const char *own_path;
// The request: 0 the name, 1 the cards to pass, 2 the card to play. -1 in an Othello program.
extern int request;

// Returns the path of a file in the folder of this run.
const char *in_run(const char *name);

// Prints the legal answer to the request.
void answer(void);

// Speaks the Go Text Protocol. `attempt` may be null; it is made before each move.
void speak_gtp(const char *name, Attempt *attempt);

// Waits until it is killed.
_Noreturn void stay(void);
