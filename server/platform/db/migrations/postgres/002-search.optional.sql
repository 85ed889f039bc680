-- The trigram index of the search column. Where the extension cannot be had, searching reads the table: see migrate.ts.

create extension if not exists pg_trgm;

create index fish_search on fish using gin (search gin_trgm_ops);
