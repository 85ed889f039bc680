-- The trigram index of the search column, kept by triggers. The table's own number column names its rows, because
-- a row id that SQLite gives by itself may change in a VACUUM.

create virtual table fish_search using fts5(search, content='fish', content_rowid='number', tokenize='trigram');

create trigger fish_search_insert after insert on fish begin
  insert into fish_search (rowid, search) values (new.number, new.search);
end;

create trigger fish_search_delete after delete on fish begin
  insert into fish_search (fish_search, rowid, search) values ('delete', old.number, old.search);
end;

create trigger fish_search_update after update of search on fish when old.search <> new.search begin
  insert into fish_search (fish_search, rowid, search) values ('delete', old.number, old.search);
  insert into fish_search (rowid, search) values (new.number, new.search);
end;

insert into fish_search (fish_search) values ('rebuild');
