-- The trigram indexes of orders and accounts. They know which texts have which trigrams and nothing more (half the size
-- and a third less work than with places); the texts themselves are then looked at. Tables of numbers name their rows,
-- because a row id that SQLite gives by itself may change in a VACUUM. Accounts are indexed by triggers. An order only
-- gets its number: it is indexed when the shop has time, and until then its text is read (see order-index.ts).

create table shop_order_number (
  number integer primary key autoincrement,
  row_id text not null unique references shop_order (id) on delete cascade
);

create virtual table shop_order_search using fts5(search, content='', contentless_delete=1, tokenize='trigram', detail='none');

create table shop_order_indexed (
  only_row integer primary key check (only_row = 1),
  number integer not null
);

create trigger shop_order_number_insert after insert on shop_order begin
  insert into shop_order_number (row_id) values (new.id);
end;

create trigger shop_order_search_delete before delete on shop_order begin
  delete from shop_order_search where rowid = (select number from shop_order_number where row_id = old.id);
end;

insert into shop_order_number (row_id) select id from shop_order order by created_at;

insert into shop_order_search (rowid, search)
  select number, search from shop_order_number join shop_order on shop_order.id = row_id order by number;

insert into shop_order_indexed (only_row, number) select 1, coalesce(max(number), 0) from shop_order_number;

create table account_number (
  number integer primary key,
  row_id text not null unique references account (id) on delete cascade
);

create virtual table account_search using fts5(search, content='', contentless_delete=1, tokenize='trigram', detail='none');

create trigger account_search_insert after insert on account begin
  insert into account_number (row_id) values (new.id);
  insert into account_search (rowid, search) select number, new.search from account_number where row_id = new.id;
end;

create trigger account_search_delete before delete on account begin
  delete from account_search where rowid = (select number from account_number where row_id = old.id);
end;

create trigger account_search_update after update of search on account when old.search <> new.search begin
  delete from account_search where rowid = (select number from account_number where row_id = old.id);
  insert into account_search (rowid, search) select number, new.search from account_number where row_id = new.id;
end;

insert into account_number (row_id) select id from account order by created_at;

insert into account_search (rowid, search)
  select number, search from account_number join account on account.id = row_id order by number;
