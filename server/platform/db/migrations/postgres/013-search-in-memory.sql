-- Products are searched in memory (server/db/fish-index.ts): their indexes here go.

drop index if exists fish_search;

drop index fish_by_name;
