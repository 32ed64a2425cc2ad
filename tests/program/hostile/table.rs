//! The hostile programs: what each tries, and what must happen. The tests run them, and
//! `docs/sandbox.md` shows this table.

use std::fmt::Write as _;

/// What happens when a program tries something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Happens {
    /// It has no effect: the program plays on and all its answers are legal.
    PlaysOn,
    /// The answer is illegal, and this is a part of the description.
    Fails(&'static str),
    /// The cards passed and the card played are illegal, with these descriptions.
    FailsTwice(&'static str, &'static str),
    /// From then on all answers are illegal, with this description.
    FailsFromThenOn(&'static str),
    /// It succeeds, and the program says so in place of an answer. The game is finished.
    Succeeds,
    /// It depends on the machine. The game is finished.
    Finishes,
    /// It kills fourcade, which can't be prevented. Nothing is left.
    KillsFourcade,
    /// It stops fourcade, which can't be prevented. When fourcade is continued, it goes on.
    StopsFourcade,
    /// The source is refused, with this in the message.
    IsRefused(&'static str),
}

use Happens::{
    Fails, FailsFromThenOn, FailsTwice, Finishes, IsRefused, KillsFourcade, PlaysOn, StopsFourcade,
    Succeeds,
};

/// A program that tries to do harm.
#[derive(Clone, Copy, Debug)]
pub struct Hostile {
    /// The name of the attempt in `programs`, or the file of a source or a script there.
    #[allow(dead_code, reason = "the documentation does not show it")]
    pub name: &'static str,
    /// What it tries: a phrase whose subject is the program.
    pub tries: &'static str,
    /// What happens in the sandbox of namespaces.
    pub sandboxed: Happens,
    /// What happens in the sandbox of Landlock alone.
    pub weaker: Happens,
    /// What happens without it.
    pub unsandboxed: Happens,
}

/// Creates a row of the table. The subject of the sentence is the program.
const fn tries(
    name: &'static str,
    tries: &'static str,
    sandboxed: Happens,
    unsandboxed: Happens,
) -> Hostile {
    Hostile { name, tries, sandboxed, weaker: sandboxed, unsandboxed }
}

/// Creates a row of the table for an attempt that ends otherwise in the sandbox of Landlock alone.
const fn differs(
    name: &'static str,
    text: &'static str,
    sandboxed: Happens,
    weaker: Happens,
    unsandboxed: Happens,
) -> Hostile {
    Hostile { weaker, ..tries(name, text, sandboxed, unsandboxed) }
}

/// Creates a row of the table for an attempt that ends the same way with and without the sandbox.
const fn always(name: &'static str, text: &'static str, happens: Happens) -> Hostile {
    tries(name, text, happens, happens)
}

const TIMED_OUT: Happens = Fails("timed out");
const KILLED: Happens = Fails("ended by signal 9 (killed)");

/// Signals.
pub const SIGNALS: &[Hostile] = &[
    tries("kill-parent", "kills its parent process", PlaysOn, Fails("its supervisor was ended")),
    tries("stop-parent", "stops its parent process", PlaysOn, TIMED_OUT),
    always("kill-group", "kills its own process group", KILLED),
    tries("kill-referee", "kills fourcade and its process group", PlaysOn, KillsFourcade),
    tries("stop-referee", "stops fourcade and its process group", PlaysOn, StopsFourcade),
    tries("kill-all", "kills every process that it may signal", PlaysOn, KillsFourcade),
    always("stop-itself", "stops itself", TIMED_OUT),
    always("ignore-signals", "ignores every signal and waits", TIMED_OUT),
    always(
        "die",
        "dies by other signals",
        FailsTwice("signal 6 (aborted)", "signal 7 (bus error)"),
    ),
];

/// Processes, memory and time.
pub const PROCESSES: &[Hostile] = &[
    always("fork-bomb", "starts processes without end", Fails("started more than 128 processes")),
    always("daemons", "leaves daemons that keep its output open", PlaysOn),
    always("late-child", "ends; its daemon answers later", Fails("printed nothing")),
    always("zombies", "leaves a hundred ended children", PlaysOn),
    always("shell.sh", "leaves background jobs of a shell", PlaysOn),
    always("memory", "takes 3 GiB of memory", Fails("used more than 1 GiB of memory")),
    always("page-tables", "reads 700 GiB of empty memory", Fails("used more than 1 GiB of memory")),
    tries("nameless", "hides memory in an anonymous file (`memfd_create`)", PlaysOn, Succeeds),
    tries("detached", "keeps shared memory that no process uses", PlaysOn, Finishes),
    always("raise-limits", "raises its own limits and writes 80 MiB to a file", PlaysOn),
    always("exhaust-processor", "keeps all processors busy", TIMED_OUT),
    always("late", "answers at the last moment", Finishes),
];

/// Output.
pub const OUTPUT: &[Hostile] = &[
    always("flood", "prints lines without end", Fails("printed more than 64 KiB")),
    always("long-line", "prints one line without end", Fails("printed more than 64 KiB")),
    always("answer-and-hang", "answers and does not end", TIMED_OUT),
    always("close-output", "closes its output and does not end", TIMED_OUT),
    always("deaf", "closes its input unread", FailsTwice("discards [7]", "plays the 7")),
    always("errors", "prints 4 MB of errors and escape sequences", PlaysOn),
    always(
        "huge-number",
        "answers with a number of 5000 digits",
        FailsTwice(
            "discards [999999999999999999999999...]",
            "plays the 999999999999999999999999...",
        ),
    ),
    always("not-a-number", "answers `NaN`", Fails("printed no number but \"NaN\"")),
    always(
        "escapes",
        "sets the window's title and the clipboard, clears the screen",
        FailsTwice("discards [0]", "plays the 0"),
    ),
    always(
        "bidi",
        "prints right-to-left, zero-width and line-separator characters",
        Fails("printed no number"),
    ),
    always("bad-bytes", "prints NUL and bytes that are no text", Fails("printed no number")),
];

/// Files and secrets.
pub const FILES: &[Hostile] = &[
    differs("many-files", "writes 400 files of 1 MiB", PlaysOn, Succeeds, Succeeds),
    always("sparse-file", "makes a file of 1 TiB", Fails("a file grew too large")),
    always("mess", "leaves closed and deep folders and links to the home in its folder", PlaysOn),
    tries("write-outside", "writes to the home directory and to shared folders", PlaysOn, Succeeds),
    tries(
        "view.sh",
        "reads a file of the home directory by naming it in its `#!` line",
        PlaysOn,
        Succeeds,
    ),
    tries("read-secrets", "reads files in the home directory and elsewhere", PlaysOn, Succeeds),
    tries("environment", "reads secrets in the environment", PlaysOn, Succeeds),
    tries("own-file", "removes its own file", PlaysOn, FailsFromThenOn("could not be run")),
    always("locks", "leaves a process that locks its files", PlaysOn),
];

/// Reaching others.
pub const REACH: &[Hostile] = &[
    tries("tcp", "connects to a port of this machine", PlaysOn, Succeeds),
    tries(
        "sockets",
        "connects to sockets in the home directory and in `TMPDIR`",
        PlaysOn,
        Succeeds,
    ),
    tries("abstract", "connects to an abstract socket", PlaysOn, Succeeds),
    always("terminal", "writes to the terminal", PlaysOn),
    tries("inspect", "reads the environment and files of other processes", PlaysOn, Succeeds),
    always("descriptors", "writes to every open descriptor", PlaysOn),
    always("trace-parent", "debugs its parent process", Finishes),
    tries("keys", "leaves a key in the keyring of the session", PlaysOn, Finishes),
    tries("kernel", "uses io_uring, bpf, perf and virtual sockets", PlaysOn, Finishes),
    tries("namespaces", "makes a user namespace with all rights", PlaysOn, Finishes),
    tries("privileges", "mounts, makes a device, changes its root folder", PlaysOn, Finishes),
];

/// Sources that attack the compiler.
pub const SOURCES: &[Hostile] = &[
    always("device.c", "includes `/dev/zero`", IsRefused("compile")),
    tries("secret.c", "includes a secret file", IsRefused("could not be compiled"), Succeeds),
    always("size.c", "compiles to 300 MiB", IsRefused("compile")),
    always("message.c", "has escape sequences in the compiler's messages", IsRefused("PWNED")),
    tries("remove.c", "removes the compiled program", PlaysOn, FailsFromThenOn("could not be run")),
];

/// The groups of the Intensity programs, with their headings.
pub const INTENSITY: [(&str, &[Hostile]); 6] = [
    ("Signals", SIGNALS),
    ("Processes, memory, time", PROCESSES),
    ("Output", OUTPUT),
    ("Files and secrets", FILES),
    ("Reaching others", REACH),
    ("Sources", SOURCES),
];

/// Othello programs that break the protocol.
pub const PROTOCOL: &[Hostile] = &[
    always("silent", "never answers", TIMED_OUT),
    always("no-empty-line", "never ends its answer", TIMED_OUT),
    always("drip", "sends a byte at a time, without end", TIMED_OUT),
    always("comments", "prints comments without end", Fails("printed more than 64 KiB")),
    always("endless", "answers with an endless line", Fails("printed more than 64 KiB")),
    always("huge-line", "answers with a line of 60 KB", Fails("which isn't a move")),
    always("wrong-number", "answers with the number of another command", Finishes),
    always("two-answers", "answers each command three times", Finishes),
    always("early", "answers before it is asked", Finishes),
    always("behind", "answers only some commands", TIMED_OUT),
    always("refuses", "refuses every command", Fails("has no board of 4 x 4: no")),
    always("escape-move", "answers with escape sequences", Fails("which isn't a move")),
    always("escape-error", "has escape sequences in its error", Fails("has no move")),
    always("bidi-error", "has right-to-left marks in its error", Fails("has no move")),
    always("bytes", "answers with NUL and bytes that are no text", Fails("which isn't a move")),
    always("illegal", "plays an illegal move", Fails("plays A1")),
    always("off-board", "plays outside the board", Fails("there is no such cell")),
    always("resign", "resigns", Fails("resigns")),
    always("passes", "passes though it can move", Fails("passes")),
    always("empty", "answers with nothing", Fails("which isn't a move")),
    always("crash", "crashes after some moves", Fails("signal 11")),
    always("leave", "ends in the middle of the game", Fails("ended with status 3")),
    always("close", "closes its output and does not end", Fails("closed its output")),
    always("clinging", "ignores `quit` and the end of its input", PlaysOn),
];

/// Othello programs that attack what is around them.
pub const SURROUNDINGS: &[Hostile] = &[
    // It may answer before its end is noticed.
    tries("kill-parent", "kills its parent process", PlaysOn, Finishes),
    always("stop-parent", "stops its parent process", PlaysOn),
    tries("kill-referee", "kills fourcade and its process group", PlaysOn, KillsFourcade),
    tries("stop-referee", "stops fourcade and its process group", PlaysOn, StopsFourcade),
    always("stop-itself", "stops itself", TIMED_OUT),
    always("fork-bomb", "starts processes without end", Fails("started more than 128 processes")),
    always("daemons", "leaves daemons that keep its output open", PlaysOn),
    tries("write-outside", "writes to the home directory and to shared folders", PlaysOn, Succeeds),
    tries("write-here", "writes to the current folder", PlaysOn, Succeeds),
    tries("read-secrets", "reads files in the home directory and elsewhere", PlaysOn, Succeeds),
    tries("environment", "reads secrets in the environment", PlaysOn, Succeeds),
    tries(
        "sockets",
        "connects to sockets in the home directory and in `TMPDIR`",
        PlaysOn,
        Succeeds,
    ),
    tries("tcp", "connects to a port of this machine", PlaysOn, Succeeds),
];

/// The groups of the Othello programs, with their headings.
pub const GTP: [(&str, &[Hostile]); 2] = [("Protocol", PROTOCOL), ("Surroundings", SURROUNDINGS)];

impl Hostile {
    /// Returns what happens in this mode.
    pub fn happens(&self, mode: super::mode::Mode) -> Happens {
        use super::mode::Mode;
        match mode {
            Mode::Namespaces => self.sandboxed,
            Mode::Landlock => self.weaker,
            Mode::Unsandboxed => self.unsandboxed,
        }
    }
}

impl Happens {
    /// Describes it in a cell of the table.
    fn text(self) -> String {
        match self {
            PlaysOn => "no effect, it plays on".to_owned(),
            Fails(what) => format!("illegal answer: {what}"),
            FailsTwice(first, second) => format!("illegal answers: {first}, {second}"),
            FailsFromThenOn(what) => format!("no more legal answers: {what}"),
            Succeeds => "**it succeeds**".to_owned(),
            Finishes => "legal or illegal answers".to_owned(),
            KillsFourcade => "**fourcade is killed**, and the program with it".to_owned(),
            StopsFourcade => "**fourcade is stopped**; when continued, it goes on".to_owned(),
            IsRefused(_) => "is not compiled".to_owned(),
        }
    }

    fn achieves_something(self) -> bool {
        matches!(self, Succeeds | KillsFourcade | StopsFourcade)
    }
}

/// The programs that achieve something, as Markdown: one table for each game.
pub fn markdown() -> String {
    let groups = [("Intensity", &INTENSITY[..]), ("Othello", &GTP[..])];
    groups.map(|(game, groups)| achievements(game, groups)).join("\n")
}

fn achievements(game: &str, groups: &[(&str, &[Hostile])]) -> String {
    let mut text = format!(
        "| A program for {game} that … | in the sandbox | with `--no-sandbox` |\n|---|---|---|\n"
    );
    for program in groups.iter().flat_map(|(_, programs)| *programs) {
        let results = [program.sandboxed, program.weaker, program.unsandboxed];
        if !results.iter().any(|result| result.achieves_something()) {
            continue;
        }
        let unsandboxed = program.unsandboxed.text();
        let mut sandboxed = program.sandboxed.text();
        if program.weaker != program.sandboxed {
            let _ = write!(sandboxed, "; `landlock`: {}", program.weaker.text());
        }
        let _ = writeln!(text, "| {} | {sandboxed} | {unsandboxed} |", program.tries);
    }
    text
}
