//! Processes at shared tables that are killed at random moments. `cargo bench --bench shared --
//! --kills` is the long version.

use std::{env, process::Command, time::Duration};

use crate::{
    shared_kills::{Plan, run},
    shared_player::{Job, play},
};

/// The variable with the job of a process.
const JOB: &str = "FOURCADE_TEST_SHARED_JOB";

/// A process that plays; the other tests start it.
#[test]
#[ignore = "a process of another test"]
fn player() {
    let job = env::var(JOB).expect("a job");
    play(&Job::read(&job));
}

fn start(job: &Job) -> Command {
    let mut command = Command::new(env::current_exe().expect("this program"));
    command.args(["--exact", "kills::player", "--ignored", "--nocapture"]);
    command.env(JOB, job.to_text());
    command
}

#[test]
fn games_go_on_when_processes_are_killed() {
    let folder = tempfile::tempdir().unwrap();
    let location = folder.path().join("shared.db");
    let count = run(&mut Plan {
        location: location.to_str().unwrap(),
        tables: 4,
        kills: 12,
        server_kills: 0,
        interval: Duration::from_millis(150),
        start: &start,
        kill_server: &mut || (),
    });
    assert!(count.games >= 4 && count.acknowledged > 0, "{count:?}");
}

#[cfg(feature = "postgres")]
#[test]
fn games_go_on_when_processes_and_the_server_are_killed() {
    let Some(mut server) = crate::postgres_server::PostgresServer::start() else { return };
    let location = server.create_database();
    let count = run(&mut Plan {
        location: &location,
        tables: 4,
        kills: 6,
        server_kills: 2,
        interval: Duration::from_millis(200),
        start: &start,
        kill_server: &mut || {
            server.kill();
            server.restart();
        },
    });
    assert!(count.games >= 4 && count.acknowledged > 0, "{count:?}");
}
