-- Shared tables in PostgreSQL, as fourcade 0.2.0 wrote them (pg_dump --inserts).
SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.clients (
    id text NOT NULL,
    name text NOT NULL,
    code text,
    beats bigint NOT NULL,
    seen bigint NOT NULL
);
CREATE TABLE public.entries (
    code text NOT NULL,
    number bigint NOT NULL,
    client text NOT NULL,
    step bigint,
    seat bigint,
    entry text NOT NULL
);
CREATE TABLE public.results (
    code text NOT NULL,
    game text NOT NULL,
    ended bigint NOT NULL,
    places text NOT NULL
);
CREATE TABLE public.shared_schema (
    version bigint NOT NULL
);
CREATE TABLE public.shared_tables (
    code text NOT NULL,
    game text NOT NULL,
    header text NOT NULL,
    public bigint NOT NULL,
    opened_by text NOT NULL,
    opened bigint NOT NULL,
    touched bigint NOT NULL,
    entries bigint NOT NULL,
    state text NOT NULL,
    seats text NOT NULL,
    turns bigint NOT NULL
);
INSERT INTO public.entries VALUES ('ref2', 0, '6b37cb1fde864dce', NULL, NULL, '{"do":"sit","seat":0,"name":"Ada"}');
INSERT INTO public.entries VALUES ('ref2', 1, '93c6ab55ae9f47c5', NULL, NULL, '{"do":"sit","seat":1,"name":"Bob"}');
INSERT INTO public.entries VALUES ('ref2', 2, '6b37cb1fde864dce', 0, 0, '{"do":"choose","seat":0,"step":0,"action":"1 3"}');
INSERT INTO public.entries VALUES ('ref2', 3, '93c6ab55ae9f47c5', 3, 1, '{"do":"choose","seat":1,"step":3,"action":"2 3"}');
INSERT INTO public.entries VALUES ('ref2', 4, '6b37cb1fde864dce', 4, 0, '{"do":"choose","seat":0,"step":4,"action":"3 0"}');
INSERT INTO public.entries VALUES ('ref2', 5, '93c6ab55ae9f47c5', 5, 1, '{"do":"choose","seat":1,"step":5,"action":"0 0"}');
INSERT INTO public.entries VALUES ('ref2', 6, '6b37cb1fde864dce', 6, 0, '{"do":"choose","seat":0,"step":6,"action":"3 1"}');
INSERT INTO public.entries VALUES ('ref2', 7, '93c6ab55ae9f47c5', 7, 1, '{"do":"choose","seat":1,"step":7,"action":"0 1"}');
INSERT INTO public.entries VALUES ('ref2', 8, '6b37cb1fde864dce', 8, 0, '{"do":"choose","seat":0,"step":8,"action":"3 3"}');
INSERT INTO public.entries VALUES ('ref2', 9, '93c6ab55ae9f47c5', 9, 1, '{"do":"choose","seat":1,"step":9,"action":"3 2"}');
INSERT INTO public.entries VALUES ('ref2', 10, '6b37cb1fde864dce', 10, 0, '{"do":"choose","seat":0,"step":10,"action":"0 3"}');
INSERT INTO public.entries VALUES ('ref2', 11, '93c6ab55ae9f47c5', 11, 1, '{"do":"choose","seat":1,"step":11,"action":"0 2"}');
INSERT INTO public.entries VALUES ('ref2', 12, '6b37cb1fde864dce', 12, 0, '{"do":"choose","seat":0,"step":12,"action":"1 0"}');
INSERT INTO public.entries VALUES ('ref2', 13, '93c6ab55ae9f47c5', 13, 1, '{"do":"choose","seat":1,"step":13,"action":"2 0"}');
INSERT INTO public.entries VALUES ('gher', 0, 'ba338d3d4b70749e', NULL, NULL, '{"do":"sit","seat":0,"name":"Ada"}');
INSERT INTO public.entries VALUES ('gher', 1, 'd18f2b8ca083fcf8', NULL, NULL, '{"do":"sit","seat":1,"name":"Bob"}');
INSERT INTO public.entries VALUES ('gher', 2, 'ba338d3d4b70749e', 0, 0, '{"do":"choose","seat":0,"step":0,"action":"2 4"}');
INSERT INTO public.entries VALUES ('gher', 3, 'd18f2b8ca083fcf8', 3, 1, '{"do":"choose","seat":1,"step":3,"action":"3 4"}');
INSERT INTO public.entries VALUES ('gher', 4, 'ba338d3d4b70749e', 4, 0, '{"do":"choose","seat":0,"step":4,"action":"4 1"}');
INSERT INTO public.entries VALUES ('gher', 5, 'd18f2b8ca083fcf8', 5, 1, '{"do":"choose","seat":1,"step":5,"action":"1 1"}');
INSERT INTO public.entries VALUES ('gher', 6, 'ba338d3d4b70749e', 6, 0, '{"do":"choose","seat":0,"step":6,"action":"4 2"}');
INSERT INTO public.entries VALUES ('c7yz', 0, '4a4ec4016a452cc0', NULL, NULL, '{"do":"sit","seat":0,"name":"Ada"}');
INSERT INTO public.entries VALUES ('c7yz', 1, '56fa49ea0d61f1df', NULL, NULL, '{"do":"sit","seat":1,"name":"Bob"}');
INSERT INTO public.entries VALUES ('c7yz', 2, '4a4ec4016a452cc0', 0, 0, '{"do":"choose","seat":0,"step":0,"action":"1 1"}');
INSERT INTO public.entries VALUES ('c7yz', 3, '56fa49ea0d61f1df', 0, 1, '{"do":"choose","seat":1,"step":0,"action":"3 3"}');
INSERT INTO public.entries VALUES ('c7yz', 4, '4a4ec4016a452cc0', 4, 0, '{"do":"choose","seat":0,"step":4,"action":"2 1"}');
INSERT INTO public.results VALUES ('ref2', 'flip', 1795485685891, '[{"name":"Ada","place":2},{"name":"Bob","place":1}]');
INSERT INTO public.shared_schema VALUES (1);
INSERT INTO public.shared_tables VALUES ('ref2', 'flip', '{"fourcade":1,"game":"flip","format":1,"setup":{"size":4},"seats":["human","human"],"seed":387967805}', 1, '6b37cb1fde864dce', 1795485674173, 1795485685883, 14, 'finished', '[{"person":"Ada"},{"person":"Bob"}]', 12);
INSERT INTO public.shared_tables VALUES ('gher', 'flip', '{"fourcade":1,"game":"flip","format":1,"setup":{"size":6},"seats":["human","human"],"seed":857770721}', 1, 'ba338d3d4b70749e', 1795485689167, 1795485695394, 7, 'running', '[{"person":"Ada"},{"person":"Bob"}]', 5);
INSERT INTO public.shared_tables VALUES ('c7yz', 'eater', '{"fourcade":1,"game":"eater","format":1,"setup":{"size":5},"seats":["human","human"],"seed":340075210}', 1, '4a4ec4016a452cc0', 1795485698779, 1795485703908, 5, 'running', '[{"person":"Ada"},{"person":"Bob"}]', 1);
ALTER TABLE ONLY public.clients
    ADD CONSTRAINT clients_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.entries
    ADD CONSTRAINT entries_code_step_seat_key UNIQUE (code, step, seat);
ALTER TABLE ONLY public.entries
    ADD CONSTRAINT entries_pkey PRIMARY KEY (code, number);
ALTER TABLE ONLY public.results
    ADD CONSTRAINT results_pkey PRIMARY KEY (code);
ALTER TABLE ONLY public.shared_tables
    ADD CONSTRAINT shared_tables_pkey PRIMARY KEY (code);
CREATE INDEX clients_by_table ON public.clients USING btree (code);
CREATE INDEX results_by_game ON public.results USING btree (game, ended);
CREATE INDEX shared_tables_by_state ON public.shared_tables USING btree (state, touched);
ALTER TABLE ONLY public.entries
    ADD CONSTRAINT entries_code_fkey FOREIGN KEY (code) REFERENCES public.shared_tables(code) ON DELETE CASCADE;
