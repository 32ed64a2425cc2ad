//! The tables of the saved games, version by version.

use super::{migration::Schema, sqlite::FileKind};

/// The file of saved games. Its number is "4cad" in ASCII.
pub const KIND: FileKind = FileKind {
    application_id: 0x3463_6164,
    first_tables: &["games", "seats", "lines"],
    schema: Schema {
        steps: STEPS,
        prepare: "",
        version: "PRAGMA user_version",
        set_version: "PRAGMA user_version = {}",
    },
};

const STEPS: &[&str] = &[
    "
    CREATE TABLE games (
        -- Not reused after a game is deleted.
        id            INTEGER PRIMARY KEY AUTOINCREMENT,
        game          TEXT NOT NULL,
        size          INTEGER,
        -- The first line of the record.
        header        TEXT NOT NULL,
        -- Games played one after the other at one table share the series; they are numbered from 1.
        series        INTEGER NOT NULL,
        number        INTEGER NOT NULL,
        -- A random number: the key of the table that is playing the game. Only this table may
        -- write to the row.
        owner         INTEGER NOT NULL,
        -- When the game began, was played last and ended, in milliseconds since 1970.
        started       INTEGER NOT NULL,
        touched       INTEGER NOT NULL,
        ended         INTEGER,
        state         TEXT NOT NULL CHECK (state IN ('running', 'finished', 'given up')),
        -- The result for the only person in the game.
        result        TEXT CHECK (result IN ('won', 'drawn', 'lost')),
        turns         INTEGER NOT NULL,
        -- How long the game was played.
        milliseconds  INTEGER NOT NULL,
        -- The number of people in the game.
        persons       INTEGER NOT NULL,
        hinted        INTEGER NOT NULL,
        practice      INTEGER NOT NULL,
        CHECK ((state = 'running') = (ended IS NULL))
    ) STRICT;
    CREATE INDEX games_by_time ON games (touched);
    CREATE INDEX games_by_state ON games (state, persons, touched);

    CREATE TABLE seats (
        game          INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        seat          INTEGER NOT NULL,
        name          TEXT NOT NULL,
        -- Whether the player is a person.
        person        INTEGER NOT NULL,
        score         INTEGER NOT NULL,
        -- From 1, once the game is over.
        place         INTEGER,
        -- Resigned: 1. Lost by the clock: 2.
        gave_up       INTEGER NOT NULL,
        -- The points for places in earlier games of the series.
        brought       REAL NOT NULL,
        PRIMARY KEY (game, seat)
    ) STRICT, WITHOUT ROWID;

    -- The lines of a record between the first and the last.
    CREATE TABLE lines (
        game          INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        number        INTEGER NOT NULL,
        line          TEXT NOT NULL,
        PRIMARY KEY (game, number)
    ) STRICT, WITHOUT ROWID;
",
    "
    -- People's choices that wait for those of other seats, one per line: seat and action.
    ALTER TABLE games ADD COLUMN gathered TEXT NOT NULL DEFAULT '';
",
    "
    -- By how many seats every player has moved since the first game of the series.
    ALTER TABLE games ADD COLUMN moved INTEGER NOT NULL DEFAULT 0;
",
    "
    -- Marks the file as ours.
    PRAGMA application_id = 0x34636164;
    -- Until version 5, of the values of the game.
    ALTER TABLE games ADD COLUMN checksum INTEGER;
    -- When a large file was checked for damage, in milliseconds since 1970.
    CREATE TABLE checks (checked INTEGER NOT NULL) STRICT;
",
    "
    -- The date of the daily deal that the game counts for, as in 2026-11-22.
    ALTER TABLE games ADD COLUMN daily TEXT;
    CREATE INDEX games_by_daily ON games (daily) WHERE daily IS NOT NULL;
",
    "
    ALTER TABLE games DROP COLUMN checksum;
    DROP TABLE checks;
",
    "
    -- Positions to practise, in which a person made a mistake. `game` is the key of the game, and
    -- `puzzle` the number of the position.
    CREATE TABLE mistakes (
        game          TEXT NOT NULL,
        puzzle        INTEGER NOT NULL,
        json          TEXT NOT NULL,
        -- The saved game, the line of its record, and what was chosen there.
        source        INTEGER REFERENCES games (id) ON DELETE SET NULL,
        line          INTEGER NOT NULL,
        played        TEXT NOT NULL,
        -- In milliseconds since 1970, as all times.
        found         INTEGER NOT NULL,
        PRIMARY KEY (game, puzzle)
    ) STRICT;
    CREATE INDEX mistakes_by_source ON mistakes (source) WHERE source IS NOT NULL;
    -- The saved games in which mistakes were looked for.
    CREATE TABLE searched (
        game          INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE
    ) STRICT;

    -- The first answer each time a puzzle was asked. Ratings follow from them.
    CREATE TABLE answers (
        id            INTEGER PRIMARY KEY,
        game          TEXT NOT NULL,
        puzzle        INTEGER NOT NULL,
        answered      INTEGER NOT NULL,
        right         INTEGER NOT NULL,
        -- That of the puzzle, if it is known.
        rating        REAL
    ) STRICT;
    CREATE INDEX answers_by_game ON answers (game, answered);

    -- When puzzles return that were answered wrong.
    CREATE TABLE repetitions (
        game          TEXT NOT NULL,
        puzzle        INTEGER NOT NULL,
        level         INTEGER NOT NULL,
        due           INTEGER NOT NULL,
        PRIMARY KEY (game, puzzle)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE daily_answers (
        date          TEXT NOT NULL,
        game          TEXT NOT NULL,
        puzzle        INTEGER NOT NULL,
        -- The number of the right try; none if there was no right one.
        solved_at     INTEGER,
        PRIMARY KEY (date, game)
    ) STRICT, WITHOUT ROWID;

    -- The levels, from 0, that have been beaten.
    CREATE TABLE stars (
        game          TEXT NOT NULL,
        level         INTEGER NOT NULL,
        lit           INTEGER NOT NULL,
        PRIMARY KEY (game, level)
    ) STRICT, WITHOUT ROWID;
",
    "
    DROP TABLE searched;
",
    "
    -- What a person has done in games: the keys of the game and of the feat, and when.
    CREATE TABLE feats (
        game          TEXT NOT NULL,
        feat          TEXT NOT NULL,
        done          INTEGER NOT NULL,
        PRIMARY KEY (game, feat)
    ) STRICT, WITHOUT ROWID;
",
    include_str!("pairs.sql"),
    "
    -- How many positions of a rush were solved.
    CREATE TABLE rushes (
        game          TEXT NOT NULL,
        ended         INTEGER NOT NULL,
        solved        INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX rushes_by_game ON rushes (game, ended);
",
    "
    -- The name of the person, which may be empty.
    ALTER TABLE seats ADD COLUMN called TEXT NOT NULL DEFAULT '';
",
];

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::STEPS;

    #[test]
    fn concentration_counts_pairs_in_older_databases_too() {
        let connection = Connection::open_in_memory().unwrap();
        let pairs = STEPS.iter().position(|step| step.contains("pairs")).unwrap();
        STEPS[..pairs].iter().for_each(|step| connection.execute_batch(step).unwrap());
        let json = r#"{"tolerance":0.05,"choices":[{"value":-3.0,"actions":"0 1"}]}"#;
        for (id, game) in [(1, "concentration"), (2, "flip")] {
            connection
                .execute_batch(&format!(
                    "INSERT INTO games VALUES ({id}, '{game}', NULL, '', 1, 1, 1, 1, 1, NULL,
                         'running', NULL, 1, 1, 1, 0, 0, '', 0, NULL);
                     INSERT INTO seats VALUES ({id}, 0, 'human', 1, 28, NULL, 0, 0);
                     INSERT INTO mistakes VALUES ('{game}', 1, '{json}', NULL, 1, '0 1', 1);"
                ))
                .unwrap();
        }
        connection.execute_batch(STEPS[pairs]).unwrap();
        let read = |sql: &str| {
            let mut rows = connection.prepare(sql).unwrap();
            let rows = rows.query_map([], |row| row.get::<_, String>(0)).unwrap();
            rows.map(Result::unwrap).collect::<Vec<_>>()
        };
        assert_eq!(read("SELECT CAST(score AS TEXT) FROM seats ORDER BY game"), ["14", "28"]);
        let halved = r#"{"tolerance":0.025,"choices":[{"value":-1.5,"actions":"0 1"}]}"#;
        assert_eq!(read("SELECT json FROM mistakes ORDER BY game"), [halved, json]);
    }
}
