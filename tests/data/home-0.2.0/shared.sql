-- Shared tables, as fourcade 0.2.0 wrote them.
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE shared_schema (version BIGINT NOT NULL);
INSERT INTO shared_schema VALUES(1);
CREATE TABLE shared_tables (
        code          TEXT PRIMARY KEY,
        game          TEXT NOT NULL,
        -- The header of the game's record.
        header        TEXT NOT NULL,
        -- Whether the lobby lists the table.
        public        BIGINT NOT NULL,
        -- The client that opened the table.
        opened_by     TEXT NOT NULL,
        -- Milliseconds since 1970.
        opened        BIGINT NOT NULL,
        touched       BIGINT NOT NULL,
        -- The number of entries in the log.
        entries       BIGINT NOT NULL,
        -- open, running, finished or closed.
        state         TEXT NOT NULL,
        -- For the lobby: who sits where, as JSON, and the number of turns so far.
        seats         TEXT NOT NULL,
        turns         BIGINT NOT NULL
    );
INSERT INTO shared_tables VALUES('w3yw','flip','{"fourcade":1,"game":"flip","format":1,"setup":{"size":4},"seats":["human","human"],"seed":308464564}',1,'dd8d760d3b5f8ace',1795485618877,1795485630614,14,'finished','[{"person":"Ada"},{"person":"Bob"}]',12);
INSERT INTO shared_tables VALUES('p2zn','flip','{"fourcade":1,"game":"flip","format":1,"setup":{"size":6},"seats":["human","human"],"seed":762150625}',1,'50c0d688c813e5a3',1795485633862,1795485640143,7,'running','[{"person":"Ada"},{"person":"Bob"}]',5);
INSERT INTO shared_tables VALUES('zekz','eater','{"fourcade":1,"game":"eater","format":1,"setup":{"size":5},"seats":["human","human"],"seed":229965703}',1,'8e3c7c05ce6da5b8',1795485643504,1795485648706,5,'running','[{"person":"Ada"},{"person":"Bob"}]',1);
CREATE TABLE entries (
        code          TEXT NOT NULL REFERENCES shared_tables (code) ON DELETE CASCADE,
        number        BIGINT NOT NULL,
        client        TEXT NOT NULL,
        -- The step and the seat of a choice. They make a second choice an error.
        step          BIGINT,
        seat          BIGINT,
        entry         TEXT NOT NULL,
        PRIMARY KEY (code, number),
        UNIQUE (code, step, seat)
    );
INSERT INTO entries VALUES('w3yw',0,'dd8d760d3b5f8ace',NULL,NULL,'{"do":"sit","seat":0,"name":"Ada"}');
INSERT INTO entries VALUES('w3yw',1,'44229c14ceb80da8',NULL,NULL,'{"do":"sit","seat":1,"name":"Bob"}');
INSERT INTO entries VALUES('w3yw',2,'dd8d760d3b5f8ace',0,0,'{"do":"choose","seat":0,"step":0,"action":"1 3"}');
INSERT INTO entries VALUES('w3yw',3,'44229c14ceb80da8',3,1,'{"do":"choose","seat":1,"step":3,"action":"2 3"}');
INSERT INTO entries VALUES('w3yw',4,'dd8d760d3b5f8ace',4,0,'{"do":"choose","seat":0,"step":4,"action":"3 0"}');
INSERT INTO entries VALUES('w3yw',5,'44229c14ceb80da8',5,1,'{"do":"choose","seat":1,"step":5,"action":"0 0"}');
INSERT INTO entries VALUES('w3yw',6,'dd8d760d3b5f8ace',6,0,'{"do":"choose","seat":0,"step":6,"action":"3 1"}');
INSERT INTO entries VALUES('w3yw',7,'44229c14ceb80da8',7,1,'{"do":"choose","seat":1,"step":7,"action":"0 1"}');
INSERT INTO entries VALUES('w3yw',8,'dd8d760d3b5f8ace',8,0,'{"do":"choose","seat":0,"step":8,"action":"3 3"}');
INSERT INTO entries VALUES('w3yw',9,'44229c14ceb80da8',9,1,'{"do":"choose","seat":1,"step":9,"action":"3 2"}');
INSERT INTO entries VALUES('w3yw',10,'dd8d760d3b5f8ace',10,0,'{"do":"choose","seat":0,"step":10,"action":"0 3"}');
INSERT INTO entries VALUES('w3yw',11,'44229c14ceb80da8',11,1,'{"do":"choose","seat":1,"step":11,"action":"0 2"}');
INSERT INTO entries VALUES('w3yw',12,'dd8d760d3b5f8ace',12,0,'{"do":"choose","seat":0,"step":12,"action":"1 0"}');
INSERT INTO entries VALUES('w3yw',13,'44229c14ceb80da8',13,1,'{"do":"choose","seat":1,"step":13,"action":"2 0"}');
INSERT INTO entries VALUES('p2zn',0,'50c0d688c813e5a3',NULL,NULL,'{"do":"sit","seat":0,"name":"Ada"}');
INSERT INTO entries VALUES('p2zn',1,'62bf633d4b110fd8',NULL,NULL,'{"do":"sit","seat":1,"name":"Bob"}');
INSERT INTO entries VALUES('p2zn',2,'50c0d688c813e5a3',0,0,'{"do":"choose","seat":0,"step":0,"action":"2 4"}');
INSERT INTO entries VALUES('p2zn',3,'62bf633d4b110fd8',3,1,'{"do":"choose","seat":1,"step":3,"action":"3 4"}');
INSERT INTO entries VALUES('p2zn',4,'50c0d688c813e5a3',4,0,'{"do":"choose","seat":0,"step":4,"action":"4 1"}');
INSERT INTO entries VALUES('p2zn',5,'62bf633d4b110fd8',5,1,'{"do":"choose","seat":1,"step":5,"action":"1 1"}');
INSERT INTO entries VALUES('p2zn',6,'50c0d688c813e5a3',6,0,'{"do":"choose","seat":0,"step":6,"action":"4 2"}');
INSERT INTO entries VALUES('zekz',0,'8e3c7c05ce6da5b8',NULL,NULL,'{"do":"sit","seat":0,"name":"Ada"}');
INSERT INTO entries VALUES('zekz',1,'6b78891cd1a900f5',NULL,NULL,'{"do":"sit","seat":1,"name":"Bob"}');
INSERT INTO entries VALUES('zekz',2,'8e3c7c05ce6da5b8',0,0,'{"do":"choose","seat":0,"step":0,"action":"1 1"}');
INSERT INTO entries VALUES('zekz',3,'6b78891cd1a900f5',0,1,'{"do":"choose","seat":1,"step":0,"action":"3 3"}');
INSERT INTO entries VALUES('zekz',4,'8e3c7c05ce6da5b8',4,0,'{"do":"choose","seat":0,"step":4,"action":"2 1"}');
CREATE TABLE clients (
        id            TEXT PRIMARY KEY,
        name          TEXT NOT NULL,
        -- The table at which the client is.
        code          TEXT,
        -- The number of heartbeats, and the time of the last one.
        beats         BIGINT NOT NULL,
        seen          BIGINT NOT NULL
    );
CREATE TABLE results (
        code          TEXT PRIMARY KEY,
        game          TEXT NOT NULL,
        ended         BIGINT NOT NULL,
        -- The names of the people with their places, as JSON.
        places        TEXT NOT NULL
    );
INSERT INTO results VALUES('w3yw','flip',1795485630614,'[{"name":"Ada","place":2},{"name":"Bob","place":1}]');
CREATE INDEX shared_tables_by_state ON shared_tables (state, touched);
CREATE INDEX clients_by_table ON clients (code);
CREATE INDEX results_by_game ON results (game, ended);
COMMIT;
PRAGMA application_id = 878928243;
PRAGMA user_version = 0;
PRAGMA journal_mode = WAL;
