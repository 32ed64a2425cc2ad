-- Shared tables as fourcade stored them while it hid choices by commitments (version 3), for both databases.
CREATE TABLE shared_schema (version BIGINT NOT NULL);
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
        ended         BIGINT NOT NULL);
CREATE TABLE entries (
        code          TEXT NOT NULL REFERENCES shared_tables (code) ON DELETE CASCADE,
        number        BIGINT NOT NULL,
        client        TEXT NOT NULL,
        entry         TEXT NOT NULL, added BIGINT NOT NULL DEFAULT 0,
        PRIMARY KEY (code, number)
    );
CREATE INDEX shared_tables_by_state ON shared_tables (state, touched);
CREATE INDEX clients_by_table ON clients (code);
CREATE INDEX results_by_game ON results (game, ended);
INSERT INTO shared_schema (version) VALUES (3);
INSERT INTO shared_tables (code, game, header, public, opened_by, opened, touched, entries, state, seats, turns) VALUES ('2hcu', 'flip', '{"fourcade":1,"game":"flip","format":1,"setup":{"size":4},"seats":["human","human"],"seed":640928950,"clock":"3+2"}', 1, '96a2f09ca94d6671', 1795887237698, 1795887239504, 6, 'running', '[{"person":"ada"},{"person":"bob"}]', 4);
INSERT INTO shared_tables (code, game, header, public, opened_by, opened, touched, entries, state, seats, turns) VALUES ('4jaa', 'eater', '{"fourcade":1,"game":"eater","format":1,"setup":{"size":4},"seats":["human","human"],"seed":209972102,"clock":"1+0"}', 1, '53de66574ae6b8af', 1795887236819, 1795887297062, 7, 'finished', '[{"person":"ada"},{"person":"bob"}]', 1);
INSERT INTO shared_tables (code, game, header, public, opened_by, opened, touched, entries, state, seats, turns) VALUES ('959z', 'flip', '{"fourcade":1,"game":"flip","format":1,"setup":{"size":4},"seats":["human","human"],"seed":627146643}', 1, '18b9bc212d8dbad0', 1795887237981, 1795887239814, 6, 'running', '[{"person":"ada"},{"person":"bob"}]', 4);
INSERT INTO shared_tables (code, game, header, public, opened_by, opened, touched, entries, state, seats, turns) VALUES ('9hae', 'flip', '{"fourcade":1,"game":"flip","format":1,"setup":{"size":4},"seats":["human","human"],"seed":120214197,"clock":"3+2"}', 1, '830f82b0e54d8352', 1795887236645, 1795887252468, 14, 'finished', '[{"person":"ada"},{"person":"bob"}]', 12);
INSERT INTO shared_tables (code, game, header, public, opened_by, opened, touched, entries, state, seats, turns) VALUES ('9ste', 'intensity', '{"fourcade":1,"game":"intensity","format":1,"setup":{"hands":["10 12 13 17 23 35 38 39 40 41","16 18 22 25 26 30 32 34 42 49","11 14 19 27 28 37 43 45 47 48","15 20 21 24 29 31 33 36 44 46"]},"seats":["human","novice","human","novice"],"seed":873551882,"clock":"1s"}', 1, 'cdf6f037430d38e6', 1795887237135, 1795887308970, 48, 'finished', '[{"person":"ada"},{"computer":"novice"},{"person":"bob"},{"computer":"novice"}]', 10);
INSERT INTO shared_tables (code, game, header, public, opened_by, opened, touched, entries, state, seats, turns) VALUES ('dftv', 'eater', '{"fourcade":1,"game":"eater","format":1,"setup":{"size":4},"seats":["human","human"],"seed":202913781}', 1, '3308bc1fb3f82414', 1795887435033, 1795887519896, 29, 'finished', '[{"person":"ada"},{"person":"bob"}]', 8);
INSERT INTO shared_tables (code, game, header, public, opened_by, opened, touched, entries, state, seats, turns) VALUES ('dsua', 'eater', '{"fourcade":1,"game":"eater","format":1,"setup":{"size":4},"seats":["human","human"],"seed":32188916}', 1, '11a04f59498332a4', 1795887237441, 1795887238730, 6, 'running', '[{"person":"ada"},{"person":"bob"}]', 1);
INSERT INTO entries (code, number, client, entry, added) VALUES ('2hcu', 0, '96a2f09ca94d6671', '{"do":"sit","seat":0,"name":"ada"}', 1795887237698);
INSERT INTO entries (code, number, client, entry, added) VALUES ('2hcu', 1, '95389cd29c841858', '{"do":"sit","seat":1,"name":"bob"}', 1795887237760);
INSERT INTO entries (code, number, client, entry, added) VALUES ('2hcu', 2, '96a2f09ca94d6671', '{"do":"choose","seat":0,"step":0,"action":"0 2","time":{"ms":769}}', 1795887238626);
INSERT INTO entries (code, number, client, entry, added) VALUES ('2hcu', 3, '95389cd29c841858', '{"do":"choose","seat":1,"step":3,"action":"0 1","time":{"ms":201}}', 1795887238878);
INSERT INTO entries (code, number, client, entry, added) VALUES ('2hcu', 4, '96a2f09ca94d6671', '{"do":"choose","seat":0,"step":4,"action":"0 0","time":{"ms":63}}', 1795887238999);
INSERT INTO entries (code, number, client, entry, added) VALUES ('2hcu', 5, '95389cd29c841858', '{"do":"choose","seat":1,"step":5,"action":"0 3","time":{"ms":468}}', 1795887239505);
INSERT INTO entries (code, number, client, entry, added) VALUES ('4jaa', 0, '53de66574ae6b8af', '{"do":"sit","seat":0,"name":"ada"}', 1795887236819);
INSERT INTO entries (code, number, client, entry, added) VALUES ('4jaa', 1, '4b29c3f1b310defe', '{"do":"sit","seat":1,"name":"bob"}', 1795887236850);
INSERT INTO entries (code, number, client, entry, added) VALUES ('4jaa', 2, '53de66574ae6b8af', '{"do":"commit","seat":0,"step":0,"hash":"b5732a065dee96e0330ba5fd7319dc999f4f332e83e798658013fb7ef9fd6209","time":{"ms":523}}', 1795887237500);
INSERT INTO entries (code, number, client, entry, added) VALUES ('4jaa', 3, '4b29c3f1b310defe', '{"do":"choose","seat":1,"step":0,"action":"4 4","time":{"ms":1053}}', 1795887237905);
INSERT INTO entries (code, number, client, entry, added) VALUES ('4jaa', 4, '53de66574ae6b8af', '{"do":"open","seat":0,"step":0,"action":"1 1","nonce":"5073f6ffa87ba2180ca6933d3552c80c2b964af9fad24c4885d90b103b16a50f"}', 1795887237990);
INSERT INTO entries (code, number, client, entry, added) VALUES ('4jaa', 5, '53de66574ae6b8af', '{"do":"commit","seat":0,"step":5,"hash":"354d714c20ba7bc346c931ebe2fa2acbadae238385e8428fa58c891caf53929f","time":{"ms":343}}', 1795887238344);
INSERT INTO entries (code, number, client, entry, added) VALUES ('4jaa', 6, '4b29c3f1b310defe', '{"do":"flag","seat":1,"step":5}', 1795887297062);
INSERT INTO entries (code, number, client, entry, added) VALUES ('959z', 0, '18b9bc212d8dbad0', '{"do":"sit","seat":0,"name":"ada"}', 1795887237981);
INSERT INTO entries (code, number, client, entry, added) VALUES ('959z', 1, '9460a4538c8e8755', '{"do":"sit","seat":1,"name":"bob"}', 1795887238041);
INSERT INTO entries (code, number, client, entry, added) VALUES ('959z', 2, '18b9bc212d8dbad0', '{"do":"choose","seat":0,"step":0,"action":"0 2"}', 1795887238915);
INSERT INTO entries (code, number, client, entry, added) VALUES ('959z', 3, '9460a4538c8e8755', '{"do":"choose","seat":1,"step":3,"action":"0 1"}', 1795887239167);
INSERT INTO entries (code, number, client, entry, added) VALUES ('959z', 4, '18b9bc212d8dbad0', '{"do":"choose","seat":0,"step":4,"action":"0 0"}', 1795887239303);
INSERT INTO entries (code, number, client, entry, added) VALUES ('959z', 5, '9460a4538c8e8755', '{"do":"choose","seat":1,"step":5,"action":"0 3"}', 1795887239814);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9hae', 0, '830f82b0e54d8352', '{"do":"sit","seat":0,"name":"ada"}', 1795887236645);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9hae', 1, 'a50602f47f9ca6c9', '{"do":"sit","seat":1,"name":"bob"}', 1795887236831);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9hae', 2, '830f82b0e54d8352', '{"do":"choose","seat":0,"step":0,"action":"0 2","time":{"ms":790}}', 1795887237639);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9hae', 3, 'a50602f47f9ca6c9', '{"do":"choose","seat":1,"step":3,"action":"0 1","time":{"ms":158}}', 1795887237904);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9hae', 4, '830f82b0e54d8352', '{"do":"choose","seat":0,"step":4,"action":"0 0","time":{"ms":61}}', 1795887238005);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9hae', 5, 'a50602f47f9ca6c9', '{"do":"choose","seat":1,"step":5,"action":"0 3","time":{"ms":458}}', 1795887238517);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9hae', 6, '830f82b0e54d8352', '{"do":"choose","seat":0,"step":6,"action":"1 3","time":{"ms":891}}', 1795887239536);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9hae', 7, 'a50602f47f9ca6c9', '{"do":"choose","seat":1,"step":7,"action":"2 3","time":{"ms":1435}}', 1795887241083);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9hae', 8, '830f82b0e54d8352', '{"do":"choose","seat":0,"step":8,"action":"3 0","time":{"ms":1493}}', 1795887242717);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9hae', 9, 'a50602f47f9ca6c9', '{"do":"choose","seat":1,"step":9,"action":"1 0","time":{"ms":605}}', 1795887243400);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9hae', 10, '830f82b0e54d8352', '{"do":"choose","seat":0,"step":10,"action":"2 0","time":{"ms":1050}}', 1795887244551);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9hae', 11, '830f82b0e54d8352', '{"do":"choose","seat":0,"step":11,"action":"3 2","time":{"ms":3890}}', 1795887248443);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9hae', 12, 'a50602f47f9ca6c9', '{"do":"choose","seat":1,"step":12,"action":"3 1","time":{"ms":1748}}', 1795887250317);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9hae', 13, '830f82b0e54d8352', '{"do":"choose","seat":0,"step":13,"action":"3 3","time":{"ms":2051}}', 1795887252468);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9ste', 0, 'cdf6f037430d38e6', '{"do":"sit","seat":0,"name":"ada"}', 1795887237135);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9ste', 1, '89c5ffa68fe810c3', '{"do":"sit","seat":2,"name":"bob"}', 1795887237244);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9ste', 2, '89c5ffa68fe810c3', '{"do":"commit","seat":2,"step":0,"hash":"692eca838646d1e404d1f5708654921a07a8e2747d654423b6e5cb1783f61c5c","time":{"ms":1000,"late":true}}', 1795887238256);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9ste', 3, 'cdf6f037430d38e6', '{"do":"commit","seat":0,"step":0,"hash":"7a11024dc120e116d227edc7f43209b6f21933956a986acd70abaad2f013c1a4","time":{"ms":1008,"late":true}}', 1795887238305);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9ste', 4, 'cdf6f037430d38e6', '{"do":"open","seat":0,"step":0,"action":"35 38 39","nonce":"901fd1b1e4c2ee63e57637d726b2ed9b4d466fb4d5fac77f172a07bfcf86eac8"}', 1795887238307);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9ste', 5, 'cdf6f037430d38e6', '{"do":"choose","seat":1,"step":0,"action":"30 32 34"}', 1795887238307);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9ste', 6, 'cdf6f037430d38e6', '{"do":"choose","seat":3,"step":0,"action":"31 33 36"}', 1795887238308);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9ste', 7, '89c5ffa68fe810c3', '{"do":"open","seat":2,"step":0,"action":"37 47 48","nonce":"01db2816c241511e1f11a007d774fb9e5134f52edc732d5ea6f036e95b12b29a"}', 1795887238409);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9ste', 8, 'cdf6f037430d38e6', '{"do":"choose","seat":0,"step":8,"action":"40","time":{"ms":1003,"late":true}}', 1795887239476);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9ste', 9, 'cdf6f037430d38e6', '{"do":"choose","seat":1,"step":9,"action":"42"}', 1795887239478);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9ste', 10, '89c5ffa68fe810c3', '{"do":"choose","seat":2,"step":10,"action":"43","time":{"ms":1006,"late":true}}', 1795887240499);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9ste', 11, 'cdf6f037430d38e6', '{"do":"choose","seat":3,"step":11,"action":"44"}', 1795887240554);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9ste', 12, 'cdf6f037430d38e6', '{"do":"choose","seat":3,"step":12,"action":"29"}', 1795887240555);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9ste', 13, 'cdf6f037430d38e6', '{"do":"choose","seat":0,"step":13,"action":"23","time":{"ms":1004,"late":true}}', 1795887241560);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9ste', 14, 'cdf6f037430d38e6', '{"do":"choose","seat":1,"step":14,"action":"22"}', 1795887241561);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9ste', 15, 'cdf6f037430d38e6', '{"do":"flag","seat":2,"step":15}', 1795887248092);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9ste', 16, 'cdf6f037430d38e6', '{"do":"choose","seat":3,"step":16,"action":"48"}', 1795887248096);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9ste', 17, 'cdf6f037430d38e6', '{"do":"choose","seat":0,"step":17,"action":"41","time":{"ms":1022,"late":true}}', 1795887249120);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9ste', 18, 'cdf6f037430d38e6', '{"do":"choose","seat":1,"step":18,"action":"49"}', 1795887249121);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9ste', 19, 'cdf6f037430d38e6', '{"do":"flag","seat":2,"step":19}', 1795887255652);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9ste', 20, 'cdf6f037430d38e6', '{"do":"choose","seat":1,"step":20,"action":"26"}', 1795887255653);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9ste', 21, 'cdf6f037430d38e6', '{"do":"flag","seat":2,"step":21}', 1795887262226);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9ste', 22, 'cdf6f037430d38e6', '{"do":"choose","seat":3,"step":22,"action":"21"}', 1795887262243);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9ste', 23, 'cdf6f037430d38e6', '{"do":"choose","seat":0,"step":23,"action":"36","time":{"ms":1007,"late":true}}', 1795887263252);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9ste', 24, 'cdf6f037430d38e6', '{"do":"flag","seat":2,"step":24}', 1795887269779);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9ste', 25, 'cdf6f037430d38e6', '{"do":"choose","seat":3,"step":25,"action":"37"}', 1795887269781);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9ste', 26, 'cdf6f037430d38e6', '{"do":"choose","seat":0,"step":26,"action":"33","time":{"ms":1010,"late":true}}', 1795887270796);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9ste', 27, 'cdf6f037430d38e6', '{"do":"choose","seat":1,"step":27,"action":"38"}', 1795887270823);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9ste', 28, 'cdf6f037430d38e6', '{"do":"choose","seat":1,"step":28,"action":"39"}', 1795887270843);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9ste', 29, 'cdf6f037430d38e6', '{"do":"flag","seat":2,"step":29}', 1795887277368);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9ste', 30, 'cdf6f037430d38e6', '{"do":"choose","seat":3,"step":30,"action":"24"}', 1795887277379);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9ste', 31, 'cdf6f037430d38e6', '{"do":"choose","seat":0,"step":31,"action":"31","time":{"ms":1000,"late":true}}', 1795887278404);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9ste', 32, 'cdf6f037430d38e6', '{"do":"choose","seat":1,"step":32,"action":"18"}', 1795887278415);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9ste', 33, 'cdf6f037430d38e6', '{"do":"flag","seat":2,"step":33}', 1795887284947);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9ste', 34, 'cdf6f037430d38e6', '{"do":"choose","seat":3,"step":34,"action":"15"}', 1795887284971);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9ste', 35, 'cdf6f037430d38e6', '{"do":"choose","seat":0,"step":35,"action":"17","time":{"ms":1042,"late":true}}', 1795887286034);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9ste', 36, 'cdf6f037430d38e6', '{"do":"choose","seat":1,"step":36,"action":"35"}', 1795887286076);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9ste', 37, 'cdf6f037430d38e6', '{"do":"flag","seat":2,"step":37}', 1795887292616);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9ste', 38, 'cdf6f037430d38e6', '{"do":"choose","seat":3,"step":38,"action":"47"}', 1795887292631);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9ste', 39, 'cdf6f037430d38e6', '{"do":"choose","seat":0,"step":39,"action":"13","time":{"ms":1003,"late":true}}', 1795887293636);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9ste', 40, 'cdf6f037430d38e6', '{"do":"choose","seat":1,"step":40,"action":"25"}', 1795887293642);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9ste', 41, 'cdf6f037430d38e6', '{"do":"flag","seat":2,"step":41}', 1795887300178);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9ste', 42, 'cdf6f037430d38e6', '{"do":"choose","seat":3,"step":42,"action":"20"}', 1795887300191);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9ste', 43, 'cdf6f037430d38e6', '{"do":"choose","seat":0,"step":43,"action":"12","time":{"ms":1008,"late":true}}', 1795887301204);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9ste', 44, 'cdf6f037430d38e6', '{"do":"choose","seat":1,"step":44,"action":"16"}', 1795887301405);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9ste', 45, 'cdf6f037430d38e6', '{"do":"flag","seat":2,"step":45}', 1795887307935);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9ste', 46, 'cdf6f037430d38e6', '{"do":"choose","seat":3,"step":46,"action":"46"}', 1795887307952);
INSERT INTO entries (code, number, client, entry, added) VALUES ('9ste', 47, 'cdf6f037430d38e6', '{"do":"choose","seat":0,"step":47,"action":"10","time":{"ms":1016,"late":true}}', 1795887308970);
INSERT INTO entries (code, number, client, entry, added) VALUES ('dftv', 0, '3308bc1fb3f82414', '{"do":"sit","seat":0,"name":"ada"}', 1795887435033);
INSERT INTO entries (code, number, client, entry, added) VALUES ('dftv', 1, '0f3d5c8d7153d151', '{"do":"sit","seat":1,"name":"bob"}', 1795887435164);
INSERT INTO entries (code, number, client, entry, added) VALUES ('dftv', 2, '3308bc1fb3f82414', '{"do":"commit","seat":0,"step":0,"hash":"470d101e30e4aa1ef08bd97f71a643d8c63c402e056fe35c94ac443c3224917a"}', 1795887435706);
INSERT INTO entries (code, number, client, entry, added) VALUES ('dftv', 3, '0f3d5c8d7153d151', '{"do":"choose","seat":1,"step":0,"action":"4 4"}', 1795887436108);
INSERT INTO entries (code, number, client, entry, added) VALUES ('dftv', 4, '3308bc1fb3f82414', '{"do":"open","seat":0,"step":0,"action":"1 1","nonce":"8f948ac0580c097c05d3029d7492b3a8fd85bce6d620bf4ef00da63939e72e96"}', 1795887436164);
INSERT INTO entries (code, number, client, entry, added) VALUES ('dftv', 5, '3308bc1fb3f82414', '{"do":"commit","seat":0,"step":5,"hash":"0112812fb4e85a665e40e79327cc1c62241be6f1efefcb0cade38bba6750f4ee"}', 1795887437511);
INSERT INTO entries (code, number, client, entry, added) VALUES ('dftv', 6, '0f3d5c8d7153d151', '{"do":"commit","seat":1,"step":5,"hash":"02ef2cb538f6651f4aa37d3b0743f9d6b4faef14d5bf36aa0b469a10160b3cb9"}', 1795887437616);
INSERT INTO entries (code, number, client, entry, added) VALUES ('dftv', 7, '0f3d5c8d7153d151', '{"do":"open","seat":1,"step":5,"action":"3 3","nonce":"e6ba2b96de8ec90d409cf267621bcab43e592052910852236a4a1e54e137dda7"}', 1795887437619);
INSERT INTO entries (code, number, client, entry, added) VALUES ('dftv', 8, '0f3d5c8d7153d151', '{"do":"host"}', 1795887450153);
INSERT INTO entries (code, number, client, entry, added) VALUES ('dftv', 9, '0f3d5c8d7153d151', '{"do":"lapse","seat":0,"step":5}', 1795887497638);
INSERT INTO entries (code, number, client, entry, added) VALUES ('dftv', 10, '0f3d5c8d7153d151', '{"do":"choose","seat":0,"step":5,"action":"2 1"}', 1795887497641);
INSERT INTO entries (code, number, client, entry, added) VALUES ('dftv', 11, '3308bc1fb3f82414', '{"do":"commit","seat":0,"step":11,"hash":"c9ac83040b43271aaf189b011efed0746208400ac8141d4c8560671877c70ab0"}', 1795887502955);
INSERT INTO entries (code, number, client, entry, added) VALUES ('dftv', 12, '0f3d5c8d7153d151', '{"do":"choose","seat":1,"step":11,"action":"4 3"}', 1795887503457);
INSERT INTO entries (code, number, client, entry, added) VALUES ('dftv', 13, '3308bc1fb3f82414', '{"do":"open","seat":0,"step":11,"action":"1 2","nonce":"12e2694f6770b2b0b34238e9b324a3f903ff91d1d372552e9de4e68831c9e18d"}', 1795887503558);
INSERT INTO entries (code, number, client, entry, added) VALUES ('dftv', 14, '3308bc1fb3f82414', '{"do":"commit","seat":0,"step":14,"hash":"225c7212c680ab312c9d6912fdb7e8463ebad0f14f91f87dd06f642fb0ced79e"}', 1795887504710);
INSERT INTO entries (code, number, client, entry, added) VALUES ('dftv', 15, '0f3d5c8d7153d151', '{"do":"choose","seat":1,"step":14,"action":"4 2"}', 1795887505464);
INSERT INTO entries (code, number, client, entry, added) VALUES ('dftv', 16, '3308bc1fb3f82414', '{"do":"open","seat":0,"step":14,"action":"1 3","nonce":"0632b0adb44efb37cda67d450bca590345b6dee2691bcbcede243e620a2849ae"}', 1795887505615);
INSERT INTO entries (code, number, client, entry, added) VALUES ('dftv', 17, '3308bc1fb3f82414', '{"do":"commit","seat":0,"step":17,"hash":"c5deabe5a4690027bea62e30f7d510f7ce98314a1cf60b3519697b843fb8af59"}', 1795887506975);
INSERT INTO entries (code, number, client, entry, added) VALUES ('dftv', 18, '0f3d5c8d7153d151', '{"do":"choose","seat":1,"step":17,"action":"4 1"}', 1795887507979);
INSERT INTO entries (code, number, client, entry, added) VALUES ('dftv', 19, '3308bc1fb3f82414', '{"do":"open","seat":0,"step":17,"action":"1 4","nonce":"6ebd19541bc6e8d97c97b472dfd65d91e1c06ac7f0d1642af9353f54dab036c7"}', 1795887508035);
INSERT INTO entries (code, number, client, entry, added) VALUES ('dftv', 20, '3308bc1fb3f82414', '{"do":"commit","seat":0,"step":20,"hash":"cde776d1c55d24f5de805244c15869f527513cdc719c1a66050d8f5a220e93fe"}', 1795887509985);
INSERT INTO entries (code, number, client, entry, added) VALUES ('dftv', 21, '0f3d5c8d7153d151', '{"do":"choose","seat":1,"step":20,"action":"3 4"}', 1795887511239);
INSERT INTO entries (code, number, client, entry, added) VALUES ('dftv', 22, '3308bc1fb3f82414', '{"do":"open","seat":0,"step":20,"action":"2 2","nonce":"c880400e3f21af2b5e1c8b993cef852bea51ba4976781b30ea41456ce6fe68fe"}', 1795887511306);
INSERT INTO entries (code, number, client, entry, added) VALUES ('dftv', 23, '3308bc1fb3f82414', '{"do":"commit","seat":0,"step":23,"hash":"4007dd1ff210dda8ff0bf7d7112ee4c11de49669425c855b36b6ec1348917a5d"}', 1795887513497);
INSERT INTO entries (code, number, client, entry, added) VALUES ('dftv', 24, '0f3d5c8d7153d151', '{"do":"choose","seat":1,"step":23,"action":"3 2"}', 1795887515254);
INSERT INTO entries (code, number, client, entry, added) VALUES ('dftv', 25, '3308bc1fb3f82414', '{"do":"open","seat":0,"step":23,"action":"2 3","nonce":"9226d3b272e21db8b00a3684073692e8eb5b5f8cfa27d4f8b1e6b6a7af9db3fa"}', 1795887515305);
INSERT INTO entries (code, number, client, entry, added) VALUES ('dftv', 26, '3308bc1fb3f82414', '{"do":"commit","seat":0,"step":26,"hash":"f5907571b8f9f88888fc0b13ad65d9c943aad3aa85082825ce3e1a796b01ae9f"}', 1795887517778);
INSERT INTO entries (code, number, client, entry, added) VALUES ('dftv', 27, '0f3d5c8d7153d151', '{"do":"choose","seat":1,"step":26,"action":"3 1"}', 1795887519789);
INSERT INTO entries (code, number, client, entry, added) VALUES ('dftv', 28, '3308bc1fb3f82414', '{"do":"open","seat":0,"step":26,"action":"2 4","nonce":"f7ac9726daf32a83d489f8979a943deaf8b77f6f4128e72f688b25a5a5e3b436"}', 1795887519896);
INSERT INTO entries (code, number, client, entry, added) VALUES ('dsua', 0, '11a04f59498332a4', '{"do":"sit","seat":0,"name":"ada"}', 1795887237441);
INSERT INTO entries (code, number, client, entry, added) VALUES ('dsua', 1, '21047c2c86ac7729', '{"do":"sit","seat":1,"name":"bob"}', 1795887237522);
INSERT INTO entries (code, number, client, entry, added) VALUES ('dsua', 2, '11a04f59498332a4', '{"do":"commit","seat":0,"step":0,"hash":"e5a11f9148bf2fd50d869255f25509683fa42a383cce4eb3c79a0071a8c3d58c"}', 1795887238114);
INSERT INTO entries (code, number, client, entry, added) VALUES ('dsua', 3, '21047c2c86ac7729', '{"do":"choose","seat":1,"step":0,"action":"4 4"}', 1795887238416);
INSERT INTO entries (code, number, client, entry, added) VALUES ('dsua', 4, '11a04f59498332a4', '{"do":"open","seat":0,"step":0,"action":"1 1","nonce":"97a8288926287f331f9763f1d111eba29e8a1f774f0ec4814b8a6ed264f2ddbe"}', 1795887238577);
INSERT INTO entries (code, number, client, entry, added) VALUES ('dsua', 5, '11a04f59498332a4', '{"do":"commit","seat":0,"step":5,"hash":"6fadc7afcc6401fdc800f8c7c1fbd9fbb7e514044f18f712047ddbbd7b58f0be"}', 1795887238731);
INSERT INTO results (code, game, ended) VALUES ('4jaa', 'eater', 1795887297062);
INSERT INTO results (code, game, ended) VALUES ('9hae', 'flip', 1795887252468);
INSERT INTO results (code, game, ended) VALUES ('9ste', 'intensity', 1795887308970);
INSERT INTO results (code, game, ended) VALUES ('dftv', 'eater', 1795887519896);
