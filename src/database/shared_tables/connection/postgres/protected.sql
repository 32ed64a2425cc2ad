-- Protected shared tables: everybody is known by the role with which they have connected, has no
-- rights on the tables, and can only call the functions below. `fourcade protect` runs this as the
-- owner of the tables, again after each migration.
--
-- The rules of the games are not known here: readers replay the log, and ignore what isn't legal.
-- These functions see to what readers can't check: that an entry is from whom it says, that it is
-- the next one, and that somebody whose place is taken is really away. (The arcades wait somewhat
-- longer than these functions ask for.)
--
-- A client's id is stored with its role before it, and shown without it to the same role. So nobody
-- can use the id of somebody else.

REVOKE ALL ON ALL TABLES IN SCHEMA fourcade FROM PUBLIC;
-- Rights from before the tables were protected.
DO $$ DECLARE
    other TEXT;
BEGIN
    FOR other IN SELECT DISTINCT pg_get_userbyid(grantee) FROM (
        SELECT relowner, (aclexplode(relacl)).grantee
            FROM pg_class WHERE relnamespace = 'fourcade'::REGNAMESPACE
        UNION SELECT relowner, (aclexplode(attacl)).grantee
            FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
            WHERE relnamespace = 'fourcade'::REGNAMESPACE) AS rights
        WHERE grantee NOT IN (0, relowner)
    LOOP
        EXECUTE format('REVOKE ALL ON ALL TABLES IN SCHEMA fourcade FROM %I CASCADE', other);
    END LOOP;
END $$;
GRANT USAGE ON SCHEMA fourcade TO PUBLIC;
GRANT SELECT ON fourcade.shared_schema TO PUBLIC;

CREATE OR REPLACE FUNCTION fourcade.refuse(reason TEXT) RETURNS VOID
LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '%', reason USING ERRCODE = '4CADE';
END $$;

-- The time in milliseconds since 1970.
CREATE OR REPLACE FUNCTION fourcade.now_ms() RETURNS BIGINT
LANGUAGE sql AS $$
    SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)
$$;

-- The id of one of the caller's clients, as it is stored.
CREATE OR REPLACE FUNCTION fourcade.stored_id(client TEXT) RETURNS TEXT
LANGUAGE plpgsql AS $$
BEGIN
    IF client IS NULL OR client !~ '^[0-9a-f]{16}$' THEN
        PERFORM refuse('this is not the id of a client');
    END IF;
    RETURN session_user || '/' || client;
END $$;

-- A client's id as the caller sees it.
CREATE OR REPLACE FUNCTION fourcade.shown_id(stored TEXT) RETURNS TEXT
LANGUAGE sql AS $$
    SELECT CASE WHEN left(stored, length(session_user) + 1) = session_user || '/'
        THEN substr(stored, length(session_user) + 2) ELSE stored END
$$;

-- Whether a role sits at a table with these seats.
CREATE OR REPLACE FUNCTION fourcade.sits(seats JSONB, person TEXT) RETURNS BOOLEAN
LANGUAGE sql AS $$
    SELECT EXISTS (SELECT FROM jsonb_array_elements(seats) AS seat WHERE seat->>'person' = person)
$$;

-- The entries that change who sits where, as the arcades write them.
CREATE OR REPLACE FUNCTION fourcade.sit_entry(place INT) RETURNS TEXT
LANGUAGE sql AS $$
    SELECT format('{"do":"sit","seat":%s,"name":%s}', place, to_json(session_user::TEXT))
$$;
CREATE OR REPLACE FUNCTION fourcade.leave_entry(place INT) RETURNS TEXT
LANGUAGE sql AS $$
    SELECT format('{"do":"leave","seat":%s}', place)
$$;

-- Whether this client of the caller was the last to sit down on a seat of theirs.
CREATE OR REPLACE FUNCTION fourcade.holds(the_code TEXT, place INT, stored TEXT) RETURNS BOOLEAN
LANGUAGE sql AS $$
    SELECT coalesce((SELECT client = stored AND entry = fourcade.sit_entry(place)
        FROM fourcade.entries
        WHERE code = the_code AND entry IN (fourcade.sit_entry(place), fourcade.leave_entry(place))
        ORDER BY number DESC LIMIT 1), FALSE)
$$;

-- Seats as the arcades write them, without white space.
CREATE OR REPLACE FUNCTION fourcade.compact(seats JSONB) RETURNS TEXT
LANGUAGE sql AS $$
    SELECT '[' || string_agg(CASE WHEN jsonb_typeof(seat) = 'string' THEN seat::TEXT ELSE
        (SELECT '{' || string_agg(to_json(key)::TEXT || ':' || value::TEXT, ',') || '}'
            FROM jsonb_each(seat))
        END, ',' ORDER BY number) || ']'
    FROM jsonb_array_elements(seats) WITH ORDINALITY AS list (seat, number)
$$;

CREATE OR REPLACE FUNCTION fourcade.find_table(the_code TEXT) RETURNS SETOF fourcade.shared_tables
LANGUAGE plpgsql SECURITY DEFINER SET search_path = fourcade, pg_temp AS $$
DECLARE
    one shared_tables;
BEGIN
    FOR one IN SELECT * FROM shared_tables WHERE code = the_code LOOP
        one.opened_by := shown_id(one.opened_by);
        RETURN NEXT one;
    END LOOP;
END $$;

-- The open and running tables that everybody finds in the lobby, and those of the caller.
CREATE OR REPLACE FUNCTION fourcade.listed_tables() RETURNS SETOF fourcade.shared_tables
LANGUAGE plpgsql SECURITY DEFINER SET search_path = fourcade, pg_temp AS $$
DECLARE
    one shared_tables;
BEGIN
    FOR one IN
        SELECT * FROM shared_tables WHERE state IN ('open', 'running')
            AND (public <> 0 OR sits(seats::JSONB, session_user::TEXT))
    LOOP
        one.opened_by := shown_id(one.opened_by);
        RETURN NEXT one;
    END LOOP;
END $$;

CREATE OR REPLACE FUNCTION fourcade.log_of(the_code TEXT)
RETURNS TABLE (number BIGINT, client TEXT, entry TEXT, added BIGINT)
LANGUAGE sql SECURITY DEFINER SET search_path = fourcade, pg_temp AS $$
    SELECT number, shown_id(client), entry, added FROM entries WHERE code = the_code
$$;

-- The clients at a table or, for an empty code, all of them. Where somebody is who isn't at a table
-- of the lobby or of the caller stays secret.
CREATE OR REPLACE FUNCTION fourcade.clients_at(the_code TEXT)
RETURNS TABLE (id TEXT, name TEXT, code TEXT, beats BIGINT, seen BIGINT)
LANGUAGE sql SECURITY DEFINER SET search_path = fourcade, pg_temp AS $$
    SELECT shown_id(clients.id), clients.name,
        CASE WHEN the_code <> '' OR shared_tables.public <> 0
            OR sits(shared_tables.seats::JSONB, session_user::TEXT) THEN clients.code
            WHEN clients.code IS NULL THEN NULL ELSE '' END,
        clients.beats, clients.seen
    FROM clients LEFT JOIN shared_tables ON shared_tables.code = clients.code
    WHERE the_code = '' OR clients.code = the_code
$$;

-- The tables from which the leaderboard of a game is made: everybody may replay them. Whether a
-- game is over isn't asked here, since the state is anybody's claim who plays there.
CREATE OR REPLACE FUNCTION fourcade.finished_tables(the_game TEXT, count BIGINT, skipped BIGINT)
RETURNS TABLE (code TEXT, header TEXT, opened_by TEXT, entries BIGINT)
LANGUAGE sql SECURITY DEFINER SET search_path = fourcade, pg_temp AS $$
    SELECT results.code, header, shown_id(opened_by), shared_tables.entries
    FROM results JOIN shared_tables ON shared_tables.code = results.code
    WHERE results.game = the_game AND shared_tables.game = the_game
        AND shared_tables.entries <= 5000
    ORDER BY ended, results.code LIMIT count OFFSET skipped
$$;

CREATE OR REPLACE FUNCTION fourcade.finished_entries(the_game TEXT, count BIGINT, skipped BIGINT)
RETURNS TABLE (number BIGINT, client TEXT, entry TEXT, added BIGINT, code TEXT)
LANGUAGE sql SECURITY DEFINER SET search_path = fourcade, pg_temp AS $$
    SELECT entries.number, shown_id(entries.client), entries.entry, entries.added, entries.code
    FROM finished_tables(the_game, count, skipped) AS tables
        JOIN entries ON entries.code = tables.code
    ORDER BY entries.code, entries.number
$$;

-- Says that a client of the caller is here, at this table or at none.
CREATE OR REPLACE FUNCTION fourcade.beat(the_client TEXT, the_code TEXT) RETURNS VOID
LANGUAGE plpgsql SECURITY DEFINER SET search_path = fourcade, pg_temp AS $$
BEGIN
    UPDATE clients SET code = the_code, beats = beats + 1, seen = now_ms()
    WHERE id = stored_id(the_client);
    IF NOT FOUND THEN
        DELETE FROM clients WHERE name = session_user AND seen < now_ms() - 86400000;
        IF (SELECT count(*) FROM clients WHERE name = session_user) >= 100 THEN
            DELETE FROM clients WHERE name = session_user AND seen < now_ms() - 60000;
        END IF;
        IF (SELECT count(*) FROM clients WHERE name = session_user) >= 100 THEN
            PERFORM refuse('you are here at 100 terminals already; close some');
        END IF;
        INSERT INTO clients (id, name, code, beats, seen)
        VALUES (stored_id(the_client), session_user, the_code, 1, now_ms());
    END IF;
END $$;

-- Says that a client of the caller has ended.
CREATE OR REPLACE FUNCTION fourcade.goodbye(the_client TEXT) RETURNS VOID
LANGUAGE plpgsql SECURITY DEFINER SET search_path = fourcade, pg_temp AS $$
BEGIN
    DELETE FROM clients WHERE id = stored_id(the_client);
    PERFORM pg_notify('fourcade_lobby', '');
END $$;

-- Opens a table without people. Returns 0 if the code is taken.
CREATE OR REPLACE FUNCTION fourcade.open_table(the_code TEXT, the_game TEXT, the_header TEXT,
    is_public BIGINT, the_client TEXT, the_seats TEXT) RETURNS BIGINT
LANGUAGE plpgsql SECURITY DEFINER SET search_path = fourcade, pg_temp AS $$
DECLARE
    opened BIGINT;
BEGIN
    IF the_code !~ '^[2-9a-hjkmnp-z]{4,8}$' OR length(the_game) > 40 OR length(the_header) > 20000
        OR length(the_seats) > 2000 OR jsonb_array_length(the_seats::JSONB) NOT BETWEEN 2 AND 8
        OR EXISTS (SELECT FROM jsonb_array_elements(the_seats::JSONB) AS seat WHERE seat <> '"open"'
            AND (seat->>'computer' IS NULL
                OR seat <> jsonb_build_object('computer', seat->>'computer')))
    THEN
        PERFORM refuse('this is not a table');
    END IF;
    -- What isn't played any more counts for a day, since its state is the caller's claim.
    IF (SELECT count(*) FROM shared_tables
        WHERE (state IN ('open', 'running') OR shared_tables.opened > now_ms() - 86400000)
        AND left(opened_by, length(session_user) + 1) = session_user || '/') >= 50
    THEN
        PERFORM refuse('you have opened 50 tables already; finish a game first, or wait a day');
    END IF;
    INSERT INTO shared_tables (code, game, header, public, opened_by, opened, touched, entries,
        state, seats, turns)
    VALUES (the_code, the_game, the_header, is_public, stored_id(the_client), now_ms(), now_ms(), 0,
        'open', compact(the_seats::JSONB), 0)
    ON CONFLICT (code) DO NOTHING;
    GET DIAGNOSTICS opened = ROW_COUNT;
    RETURN opened;
END $$;

-- Adds an entry to a table's log. Returns 0 if its number is not the next one.
CREATE OR REPLACE FUNCTION fourcade.append(the_code TEXT, the_number BIGINT, the_client TEXT,
    the_entry TEXT, the_state TEXT, the_turns BIGINT, does_count BIGINT) RETURNS BIGINT
LANGUAGE plpgsql SECURITY DEFINER SET search_path = fourcade, pg_temp AS $$
DECLARE
    old shared_tables;
    said JSONB;
    kind TEXT;
    place INT;
    now_seated JSONB;
    sitting JSONB;
    old_host TEXT;
    new_state TEXT;
BEGIN
    IF octet_length(the_entry) > 1000 THEN
        PERFORM refuse('this is too long');
    END IF;
    said := the_entry::JSONB;
    -- Only somebody who sits here or asks for an open seat may keep the others waiting, by locking
    -- the table.
    SELECT * INTO old FROM shared_tables WHERE code = the_code;
    IF NOT FOUND THEN
        PERFORM refuse('there is no such table');
    ELSIF old.entries IS DISTINCT FROM the_number THEN
        RETURN 0;
    ELSIF NOT sits(old.seats::JSONB, session_user::TEXT) THEN
        IF said->>'do' IS DISTINCT FROM 'sit' THEN
            PERFORM refuse('only a player can do this');
        ELSIF old.seats::JSONB->((said->>'seat')::INT) IS DISTINCT FROM '"open"' THEN
            PERFORM refuse('somebody else has this seat');
        END IF;
    END IF;
    SELECT * INTO old FROM shared_tables WHERE code = the_code FOR UPDATE;
    IF old.entries IS DISTINCT FROM the_number THEN
        RETURN 0;
    ELSIF the_number >= 5000 THEN
        PERFORM refuse('the log of this table is full; open a new table');
    END IF;
    -- A name that is there twice could mean one thing here and another to the readers.
    IF jsonb_typeof(said) <> 'object' OR (SELECT count(*) FROM json_object_keys(the_entry::JSON))
        <> (SELECT count(*) FROM jsonb_object_keys(said))
    THEN
        PERFORM refuse('this is not an entry');
    END IF;
    kind := said->>'do';
    now_seated := old.seats::JSONB;
    place := (said->>'seat')::INT;
    IF place NOT BETWEEN 0 AND jsonb_array_length(now_seated) - 1 THEN
        PERFORM refuse('there is no such seat');
    END IF;
    sitting := now_seated->place;
    IF kind = 'sit' THEN
        IF said->>'name' IS DISTINCT FROM session_user THEN
            PERFORM refuse(format('here you are %s', session_user));
        ELSIF sitting IS DISTINCT FROM '"open"'
            AND sitting->>'person' IS DISTINCT FROM session_user
        THEN
            PERFORM refuse('somebody else has this seat');
        END IF;
        now_seated := jsonb_set(now_seated, ARRAY[place::TEXT],
            jsonb_build_object('person', session_user::TEXT));
    ELSIF NOT sits(now_seated, session_user::TEXT) THEN
        PERFORM refuse('only a player can do this');
    ELSIF kind IN ('leave', 'resign', 'ask-undo', 'answer-undo') THEN
        IF sitting->>'person' IS DISTINCT FROM session_user THEN
            PERFORM refuse('this isn''t your seat');
        ELSIF kind = 'leave' AND NOT holds(the_code, place, stored_id(the_client)) THEN
            PERFORM refuse('this isn''t your seat');
        ELSIF kind = 'leave' AND old.state = 'open' THEN
            now_seated := jsonb_set(now_seated, ARRAY[place::TEXT], '"open"');
        END IF;
    ELSIF kind = 'stand-in' THEN
        IF EXISTS (SELECT FROM clients WHERE name = sitting->>'person' AND code = the_code
            AND seen > now_ms() - 50000)
        THEN
            PERFORM refuse(format('%s is here', sitting->>'person'));
        END IF;
    ELSIF kind = 'lapse' THEN
        -- Whether the choice is still hidden, and everybody has chosen, is what readers know.
        IF NOT EXISTS (SELECT FROM entries WHERE code = the_code AND number < old.entries
            AND entry::JSONB @> jsonb_build_object('do', 'commit', 'seat', place,
                'step', said->'step'))
        OR EXISTS (SELECT FROM entries WHERE code = the_code AND number < old.entries
            AND added > now_ms() - 50000 AND entry::JSONB->'step' = said->'step'
            AND entry::JSONB->>'do' IN ('choose', 'commit'))
        THEN
            PERFORM refuse(format('%s has a minute to open the choice', sitting->>'person'));
        END IF;
    ELSIF kind = 'host' THEN
        IF NOT EXISTS (SELECT FROM generate_series(0, jsonb_array_length(now_seated) - 1) AS seat
            WHERE now_seated->seat->>'person' = session_user
                AND holds(the_code, seat, stored_id(the_client)))
        THEN
            PERFORM refuse('only a player can do this');
        END IF;
        SELECT client INTO old_host FROM entries
        WHERE code = the_code AND number < old.entries AND entry = '{"do":"host"}'
        ORDER BY number DESC LIMIT 1;
        IF EXISTS (SELECT FROM clients WHERE id = coalesce(old_host, old.opened_by)
            AND code = the_code AND seen > now_ms() - 10000)
        THEN
            PERFORM refuse('another arcade runs the computers');
        END IF;
    -- Readers know who chooses for a seat, and whose time is over: they see when entries were added.
    ELSIF kind IS NULL OR kind NOT IN ('choose', 'commit', 'open', 'flag', 'rematch') THEN
        PERFORM refuse('this is not an entry');
    END IF;
    -- What was acted on here must be what the readers act on, to the letter.
    IF the_entry <> (CASE kind
        WHEN 'sit' THEN sit_entry(place)
        WHEN 'leave' THEN leave_entry(place)
        WHEN 'host' THEN '{"do":"host"}'
        ELSE the_entry END)
    THEN
        PERFORM refuse('this is not an entry');
    END IF;
    new_state := CASE
        WHEN old.state IN ('running', 'finished') THEN
            CASE WHEN the_state IN ('running', 'finished') THEN the_state ELSE old.state END
        WHEN NOT now_seated @> '["open"]' THEN 'running'
        WHEN now_seated::TEXT LIKE '%"person"%' THEN 'open'
        ELSE 'closed' END;
    UPDATE shared_tables SET entries = entries + 1, touched = now_ms(), state = new_state,
        seats = compact(now_seated), turns = greatest(0, least(the_turns, 100000))
    WHERE code = the_code;
    INSERT INTO entries (code, number, client, entry, added)
    VALUES (the_code, the_number, stored_id(the_client), the_entry, now_ms())
    ON CONFLICT (code, number) DO UPDATE SET client = excluded.client, entry = excluded.entry,
        added = excluded.added;
    -- Whoever loses must not be able to keep that to themselves. Of a table that isn't public,
    -- nothing is shown before somebody there says that the game is over.
    IF new_state = 'running' AND old.public <> 0 OR new_state = 'finished' AND does_count <> 0 THEN
        INSERT INTO results (code, game, ended) VALUES (the_code, old.game, now_ms())
        ON CONFLICT (code) DO NOTHING;
    END IF;
    PERFORM pg_notify('fourcade_' || the_code, '');
    IF new_state <> old.state OR now_seated <> old.seats::JSONB THEN
        PERFORM pg_notify('fourcade_lobby', '');
    END IF;
    RETURN 1;
END $$;

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA fourcade FROM PUBLIC;
GRANT EXECUTE ON FUNCTION fourcade.find_table, fourcade.listed_tables, fourcade.log_of,
    fourcade.clients_at, fourcade.finished_tables, fourcade.finished_entries, fourcade.beat,
    fourcade.goodbye, fourcade.open_table, fourcade.append TO PUBLIC;
