//! Games at shared tables whose processes are killed while they play. The processes run
//! `super::shared_player`.

use std::{
    io::{BufRead as _, BufReader},
    process::{Child, Command, Stdio},
    sync::mpsc::{self, Receiver, Sender},
    thread,
    time::{Duration, Instant},
};

use fourcade::{
    database::shared_tables::{
        Client, Entry, Replica, StoredEntry,
        connection::{self, Connection, Location},
        new_table,
        store::{self, StoredTable, TableState},
    },
    games::ArcadeGame,
};
use fourcade_engine::{
    GameKind,
    play::{GameInfo, RecordHeader},
    with_game,
};

use super::shared_player::{Job, MARK, describe};

/// The people at each table.
const NAMES: [&str; 2] = ["ada", "bob"];
/// Timeout for games without progress.
const STALL_TIMEOUT: Duration = Duration::from_secs(90);

#[derive(Clone, Copy, Debug, Default)]
pub struct Count {
    /// Kills of processes.
    pub kills: usize,
    /// Kills of the database server.
    pub server_kills: usize,
    /// Games played to the end.
    pub games: usize,
    /// Choices that their process has seen in the log.
    pub acknowledged: usize,
}

pub struct Plan<'a> {
    /// The file or URL of the database.
    pub location: &'a str,
    /// The number of tables at a time.
    pub tables: usize,
    /// The number of processes to kill.
    pub kills: usize,
    /// The number of times to kill the database server.
    pub server_kills: usize,
    /// The time between two kills.
    pub interval: Duration,
    /// Starts a process that does a job.
    pub start: &'a dyn Fn(&Job) -> Command,
    /// Kills the database server and starts it again.
    pub kill_server: &'a mut dyn FnMut(),
}

/// A line of a process: the number of its table, its seat and the text.
type Line = (usize, usize, String);

struct Process {
    child: Child,
    job: Job,
    /// The lines of the game once it is over, from [`describe`].
    end: Option<String>,
}

struct Table {
    number: usize,
    stored: StoredTable,
    processes: Vec<Process>,
    /// The choices that were acknowledged.
    acknowledged: Vec<String>,
}

/// Plays until the plan is fulfilled and all games are over. Checks all games.
///
/// # Panics
/// Panics if a game stands still, or anything is lost.
pub fn run(plan: &mut Plan) -> Count {
    let mut count = Count::default();
    let (sender, lines) = mpsc::channel();
    let mut tables: Vec<Table> = Vec::new();
    let mut opened = 0;
    let mut last_progress = Instant::now();
    let mut last_kill = Instant::now();
    loop {
        let is_done = count.kills >= plan.kills && count.server_kills >= plan.server_kills;
        while !is_done && tables.len() < plan.tables {
            tables.push(Table::open(opened, plan, &sender));
            opened += 1;
        }
        if tables.is_empty() {
            return count;
        }
        if read_lines(&lines, &mut tables) {
            last_progress = Instant::now();
        }
        assert!(last_progress.elapsed() < STALL_TIMEOUT, "the games stand still: {count:?}");
        tables.iter_mut().for_each(Table::check_processes);
        let (over, running) = tables.into_iter().partition(Table::is_over);
        tables = running;
        for table in over {
            count.acknowledged += table.finish(plan.location);
            count.games += 1;
        }
        if is_done || tables.is_empty() || last_kill.elapsed() < plan.interval {
            thread::sleep(Duration::from_millis(5));
            continue;
        }
        last_kill = Instant::now();
        let share = plan.kills / plan.server_kills.max(1);
        if count.server_kills < plan.server_kills && count.server_kills * share <= count.kills {
            (plan.kill_server)();
            count.server_kills += 1;
        } else if count.kills < plan.kills {
            let table = rand::random_range(0..tables.len());
            if tables[table].kill(plan, &sender) {
                count.kills += 1;
            }
        }
    }
}

/// Takes the lines that were printed. Returns whether there were any.
fn read_lines(lines: &Receiver<Line>, tables: &mut [Table]) -> bool {
    let mut has_read = false;
    while let Ok((number, seat, line)) = lines.try_recv() {
        let Some(table) = tables.iter_mut().find(|table| table.number == number) else { continue };
        has_read = true;
        match line.split_once(' ') {
            Some(("ack", choice)) => table.acknowledged.push(choice.to_owned()),
            Some(("over", lines)) => table.processes[seat].end = Some(lines.to_owned()),
            _ => panic!("{line:?}"),
        }
    }
    has_read
}

impl Table {
    fn open(number: usize, plan: &Plan, sender: &Sender<Line>) -> Self {
        let game = GameKind::ALL[number % GameKind::ALL.len()];
        let mut connection = connect(plan.location);
        let stored = with_game!(game, G => open_table::<G>(connection.as_mut(), number as u64));
        let mut table = Self { number, stored, processes: Vec::new(), acknowledged: Vec::new() };
        for seat in 0..NAMES.len() {
            let process = table.start(seat, plan, sender);
            table.processes.push(process);
        }
        table
    }

    fn start(&self, seat: usize, plan: &Plan, sender: &Sender<Line>) -> Process {
        let job = Job {
            location: plan.location.to_owned(),
            code: self.stored.code.to_string(),
            name: NAMES[seat].to_owned(),
            pause: 15,
        };
        let mut command = (plan.start)(&job);
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the process starts");
        let output = child.stdout.take().expect("its output");
        let (number, sender) = (self.number, sender.clone());
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                let text = line.strip_prefix(MARK).and_then(|rest| rest.strip_prefix(' '));
                let result = text.map(|text| sender.send((number, seat, text.to_owned())));
                if result.is_some_and(|result| result.is_err()) {
                    return;
                }
            }
        });
        Process { child, job, end: None }
    }

    /// Kills a random process and starts another one in its place. Returns `false` if the process
    /// has already ended.
    fn kill(&mut self, plan: &Plan, sender: &Sender<Line>) -> bool {
        let seat = rand::random_range(0..self.processes.len());
        let process = &mut self.processes[seat];
        if process.end.is_some() || process.child.try_wait().expect("its state").is_some() {
            return false;
        }
        process.child.kill().expect("the process can be killed");
        process.child.wait().expect("the process ends");
        self.processes[seat] = self.start(seat, plan, sender);
        true
    }

    fn check_processes(&mut self) {
        for process in &mut self.processes {
            if let Some(status) = process.child.try_wait().expect("its state") {
                assert!(status.success(), "{status} {:?}", process.job);
            }
        }
    }

    fn is_over(&self) -> bool {
        self.processes.iter().all(|process| process.end.is_some())
    }

    /// Checks the log of a game that is over. Returns the number of acknowledged choices.
    fn finish(mut self, location: &str) -> usize {
        for process in &mut self.processes {
            process.child.wait().expect("the process ends");
        }
        let mut connection = connect(location);
        let connection = connection.as_mut();
        let log = store::entries(connection, &self.stored.code, 0).expect("the log").entries;
        for (number, stored) in (0..).zip(&log) {
            assert_eq!(stored.number, number, "a gap in the log");
        }
        let mut choices: Vec<String> = log
            .iter()
            .filter_map(|stored| match stored.entry.as_ref().expect("an entry") {
                Entry::Choose { seat, step, action } => Some(format!("{seat} {step} {action}")),
                _ => None,
            })
            .collect();
        let count = choices.len();
        for choice in &self.acknowledged {
            assert!(choices.contains(choice), "lost: {choice}");
        }
        choices.sort_unstable();
        choices.dedup();
        assert_eq!(choices.len(), count, "a choice is there twice");
        let game: GameKind = self.stored.game.parse().expect("a game");
        let expected = with_game!(game, G => replay::<G>(&self.stored, &log));
        for process in &self.processes {
            assert_eq!(process.end.as_ref(), Some(&expected), "the replicas differ");
        }
        let stored = store::table(connection, &self.stored.code).expect("the table");
        assert_eq!(stored.state, TableState::Finished);
        self.acknowledged.len()
    }
}

/// Opens a connection, even if the database is being started.
fn connect(location: &str) -> Box<dyn Connection> {
    let location: Location = location.parse().expect("any text is a location");
    let start = Instant::now();
    loop {
        match connection::open(&location, || ()) {
            Ok(connection) => return connection,
            Err(error) if start.elapsed() > STALL_TIMEOUT => panic!("{error}"),
            Err(_) => thread::sleep(Duration::from_millis(50)),
        }
    }
}

/// Opens a table of a game for two people; computers have the other seats.
fn open_table<G: ArcadeGame>(connection: &mut dyn Connection, seed: u64) -> StoredTable {
    let size = <G as GameInfo>::SIZES.as_ref().map_or(0, |sizes| sizes.min.max(4));
    let setup = G::deal_seeded(size, seed).expect("a deal");
    let mut players = vec!["first".to_owned(); G::start(&setup).seats().len()];
    players[..NAMES.len()].fill("human".to_owned());
    let header = RecordHeader { setup, players, seed, clock: None };
    // This client never plays. Other processes take the seat by its name and run the computers.
    let client = Client::new(NAMES[0]);
    let table = new_table::<G>(&header, &client, None, true).expect("a table");
    let code = store::open_table(connection, &client, &table).expect("a table");
    store::table(connection, &code).expect("the table")
}

/// Replays a log to its end.
fn replay<G: ArcadeGame>(table: &StoredTable, log: &[StoredEntry]) -> String {
    let (mut replica, mut session) = Replica::start::<G>(&table.header).expect("a record");
    for stored in log {
        replica.apply(&mut session, stored);
    }
    assert!(session.outcome().is_some(), "the game is not over");
    describe(&session)
}
