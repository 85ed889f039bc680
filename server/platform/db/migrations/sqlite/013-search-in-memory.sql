-- Products are searched in memory (server/db/fish-index.ts): their index here and what kept it go.

drop trigger fish_search_insert;

drop trigger fish_search_delete;

drop trigger fish_search_update;

drop table fish_trigram;

drop table fish_search;

drop index fish_by_name;
