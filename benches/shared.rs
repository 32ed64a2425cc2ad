//! Measures shared tables: the moves per second that a database takes, the latency of a move
//! between two people, and the cost of processes that wait. `cargo bench --bench shared` prints a
//! table for each database and never fails because of a measurement.
//!
//! | argument | what it does |
//! |---|---|
//! | `--kills` | kills players 200 times and PostgreSQL 20 times, and checks that nothing is lost |
//! | `--short` | takes a tenth of the time |
//! | `--database PLACE` | uses this database: a file or a URL |

mod shared_load;

#[path = "../tests/support/shared_kills.rs"]
mod kills;
#[cfg(feature = "postgres")]
#[path = "../tests/support/postgres_server.rs"]
mod postgres_server;
#[path = "../tests/support/shared_player.rs"]
mod shared_player;

use std::{env, process::Command, thread, time::Duration};

use fourcade::{
    database::shared_tables::{Client, Link, presence::Timing},
    job::Wake,
};
use kills::Plan;
use shared_load::{IdleProcess, Load, measure_idle};
use shared_player::{Job, play};

const TABLE_COUNTS: [usize; 3] = [50, 100, 200];
const IDLE_PROCESSES: usize = 100;

fn main() {
    let args: Vec<String> = env::args().skip(1).collect();
    let value = |name: &str| {
        let index = args.iter().position(|arg| arg == name)?;
        args.get(index + 1).cloned()
    };
    if let Some(job) = value("--player") {
        play(&Job::read(&job));
    } else if let Some(job) = value("--idler") {
        wait_at_table(&Job::read(&job));
    } else {
        let has = |name: &str| args.iter().any(|arg| arg == name);
        let act = if has("--kills") { kill } else { measure };
        let is_short = has("--short");
        if let Some(place) = value("--database") {
            act(&place, is_short, None);
            return;
        }
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("shared.db").display().to_string();
        act(&file, is_short, None);
        #[cfg(feature = "postgres")]
        if let Some(mut server) = postgres_server::PostgresServer::start() {
            let place = server.create_database();
            let mut kill_server = || {
                server.kill();
                server.restart();
            };
            act(&place, is_short, Some(&mut kill_server));
        }
    }
}

/// Kills the database server and starts it again. `None` if there is no server.
type KillServer<'a> = Option<&'a mut dyn FnMut()>;

fn database_name(place: &str) -> &'static str {
    if place.starts_with("postgres") { "PostgreSQL" } else { "SQLite" }
}

/// Prints the speed of moves for growing numbers of tables, and the cost of processes that wait.
fn measure(place: &str, is_short: bool, _: KillServer) {
    let name = database_name(place);
    let seconds = |count: u64| Duration::from_secs(if is_short { count / 5 } else { count });
    println!("{name:<12} tables  pace          moves/s    median       p99       max");
    for tables in TABLE_COUNTS {
        for pace in [Some(Duration::from_secs(1)), None] {
            let load = Load { place, tables, pace, duration: seconds(20) };
            let mut times = load.run();
            times.sort_unstable();
            let at = |share: usize| {
                let index = (times.len() * share / 1000).min(times.len().saturating_sub(1));
                let time = times.get(index).copied().unwrap_or_default();
                format!("{:>7.1} ms", time.as_secs_f64() * 1000.0)
            };
            #[allow(clippy::cast_precision_loss)]
            let speed = times.len() as f64 / load.duration.as_secs_f64();
            let speed_name = if pace.is_some() { "1 a second" } else { "full speed" };
            println!(
                "{:<12} {tables:>6}  {speed_name:<10}  {speed:>9.1}  {}  {}  {}",
                "",
                at(500),
                at(990),
                at(1000)
            );
        }
    }
    let home = tempfile::tempdir().expect("a temporary folder");
    let plain = |job: &Job| IdleProcess::plain(worker("--idler", job));
    let arcade = |job: &Job| IdleProcess::arcade(job, home.path());
    for (kind, is_arcade) in [("links without a screen", false), ("arcades", true)] {
        let start: &dyn Fn(&Job) -> IdleProcess = if is_arcade { &arcade } else { &plain };
        let cost = measure_idle(place, IDLE_PROCESSES, seconds(60), start);
        println!(
            "{IDLE_PROCESSES} {kind} that wait at {} tables: {:.1}% of a core, {:.1} MB each, {:.1} MB \
             where shared memory counts in parts",
            IDLE_PROCESSES / 2,
            cost.core_percent,
            cost.resident_megabytes,
            cost.proportional_megabytes
        );
    }
    println!();
}

/// Kills players and, if there is one, the server.
fn kill(place: &str, is_short: bool, kill_server: KillServer) {
    let has_server = kill_server.is_some();
    let mut nothing = || ();
    let start = |job: &Job| worker("--player", job);
    let count = kills::run(&mut Plan {
        location: place,
        tables: 8,
        kills: if is_short { 20 } else { 200 },
        server_kills: if !has_server {
            0
        } else if is_short {
            2
        } else {
            20
        },
        interval: Duration::from_millis(100),
        start: &start,
        kill_server: kill_server.unwrap_or(&mut nothing),
    });
    let name = database_name(place);
    println!(
        "{name}: {} processes and {} servers killed, {} games finished, {} choices acknowledged, \
         none lost, all replicas equal",
        count.kills, count.server_kills, count.games, count.acknowledged
    );
}

/// Returns a command that runs this program again for a job.
fn worker(task: &str, job: &Job) -> Command {
    let mut command = Command::new(env::current_exe().expect("this program"));
    command.arg(task).arg(job.to_text());
    command
}

/// Follows a table and waits to be killed.
fn wait_at_table(job: &Job) {
    let location = job.location.parse().expect("any text is a location");
    let client = Client::new(job.name.as_str());
    let link = Link::open(location, client, Timing::default(), &Wake::new(|| ()));
    let _table = link.follow(job.code.parse().expect("a table's code"));
    loop {
        thread::sleep(Duration::from_secs(3600));
    }
}
