//! A process that plays at a shared table without a screen, to be killed. It prints each of its
//! choices that it has seen in the log, and the game's lines at the end.

use std::{
    io::Write as _,
    sync::mpsc::{self, Receiver},
    thread,
    time::Duration,
};

use fourcade::{
    database::shared_tables::{
        Client, Entry, Link, TableClient, TableCode,
        presence::Timing,
        store::{self, StoredTable},
    },
    games::ArcadeGame,
    job::Wake,
};
use fourcade_engine::{
    GameKind,
    play::{Budget, RecordLine, Seat, Seats, Session, ThinkContext, find_player},
    with_game,
};

/// The prefix of the lines that such a process prints.
pub const MARK: &str = "shared-table";

/// Short intervals, because the processes are killed often.
pub const TIMING: Timing = Timing {
    beat: Duration::from_millis(150),
    away: Duration::from_millis(900),
    hand_over: Duration::from_secs(60),
};

/// The task of such a process.
#[derive(Clone, Debug)]
pub struct Job {
    /// The file or the URL of the database.
    pub location: String,
    /// The code of the table.
    pub code: String,
    /// The name of the person.
    pub name: String,
    /// The pause before each choice, in milliseconds.
    pub pause: u64,
}

impl Job {
    /// Writes the job as one argument.
    pub fn to_text(&self) -> String {
        format!("{}\n{}\n{}\n{}", self.location, self.code, self.name, self.pause)
    }

    /// Reads what [`Self::to_text`] wrote.
    pub fn read(text: &str) -> Self {
        let parts: Vec<&str> = text.split('\n').collect();
        let [location, code, name, pause] = parts[..] else { panic!("a job has four parts") };
        Self {
            location: location.to_owned(),
            code: code.to_owned(),
            name: name.to_owned(),
            pause: pause.parse().expect("the pause is a number"),
        }
    }
}

/// Plays until the game is over.
pub fn play(job: &Job) {
    let (wake, woken) = mpsc::channel();
    let wake = move || {
        let _ = wake.send(());
    };
    let location = job.location.parse().expect("any text is a location");
    let link = Link::open(location, Client::new(job.name.as_str()), TIMING, &Wake::new(wake));
    let code: TableCode = job.code.parse().expect("a table's code");
    let table = loop {
        let code = code.clone();
        match link.ask(move |connection| store::table(connection, &code)).wait() {
            Ok(table) => break table,
            Err(error) if error.is_temporary() => thread::sleep(Duration::from_millis(50)),
            Err(error) => panic!("{error}"),
        }
    };
    let game: GameKind = table.game.parse().expect("a game");
    with_game!(game, G => play_on::<G>(&link, &table, &woken, job));
}

fn play_on<G: ArcadeGame>(link: &Link, table: &StoredTable, woken: &Receiver<()>, job: &Job) {
    let (mut client, mut session) =
        TableClient::follow::<G>(link.clone(), table).expect("a record");
    let mut chosen: Vec<(Seat, String)> = Vec::new();
    loop {
        client.receive();
        while !client.is_at_end() {
            let entry = client.incoming().next().and_then(|stored| stored.entry.clone());
            if client.apply_next(&mut session).is_none() {
                continue;
            }
            let Some(Entry::Choose { seat, step, action }) = entry else { continue };
            let Some(index) = chosen.iter().position(|own| own.0 == seat) else { continue };
            // Another process may have chosen for a computer that was run here.
            let (_, own) = chosen.remove(index);
            if own == action && !client.is_sending_choice(seat) {
                print(&format!("ack {seat} {step} {action}"));
            }
        }
        client.send(&session);
        client.add_due_entries(&session);
        if session.outcome().is_some() && !client.is_sending() {
            print(&format!("over {}", describe(&session)));
            return;
        }
        if client.has_first_entry() && client.own_seats().is_empty() {
            sit(&mut client, &session, &job.name);
        } else {
            for (seat, action) in choices(&client, &session) {
                thread::sleep(Duration::from_millis(job.pause));
                chosen.retain(|own| own.0 != seat);
                chosen.push((seat, action.to_string()));
                client.choose(&session, seat, action).expect("a legal choice");
            }
        }
        // No notification comes when another client falls silent, so the wait has a timeout.
        let _ = woken.recv_timeout(Duration::from_millis(100));
        while woken.try_recv().is_ok() {}
    }
}

fn sit<G: ArcadeGame>(client: &mut TableClient, session: &Session<G>, name: &str) {
    let replica = client.replica();
    let own = replica.seats_named(name).iter().next();
    if let (Some(seat), false) = (own.or(replica.open_seat()), client.is_sending()) {
        client.add(session, Entry::Sit { seat, name: name.to_owned() }).expect("a seat");
    }
}

/// Choices of the easiest computer player for the seats for which this process decides. Random
/// games of Concentration would be ten times as long.
fn choices<G: ArcadeGame>(client: &TableClient, session: &Session<G>) -> Vec<(Seat, G::Action)> {
    let mut player = find_player::<G>(G::LEVELS[0].player).expect("a player");
    let choose = |seat| {
        let observation = session.game().observe(Seats::one(seat));
        let context = ThinkContext::new(Budget::Nodes(1), rand::random(), seat, 0);
        (seat, player.choose(seat, &observation, &context).expect("a choice"))
    };
    client.choosable_seats(session).iter().map(choose).collect()
}

/// The game as text.
pub fn describe<G: ArcadeGame>(session: &Session<G>) -> String {
    let line = |line: &RecordLine<G::Action>| format!("{line:?}").replace('\n', " ");
    session.lines().iter().map(line).collect::<Vec<_>>().join(";")
}

fn print(text: &str) {
    // Written at once, so that a kill doesn't truncate the line. Errors are ignored, because the
    // reader may be gone.
    let _ = std::io::stdout().write_all(format!("\n{MARK} {text}\n").as_bytes());
    let _ = std::io::stdout().flush();
}
