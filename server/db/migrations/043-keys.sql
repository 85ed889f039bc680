-- Keys of programs: the hash of each, and its rights as in `account`. A key belongs to the shop, not to who made it.

create table api_key (
  id text /*C*/ primary key,
  token_hash text /*C*/ not null unique,
  name text not null,
  rights text not null,
  read_only integer not null,
  until text /*C*/,
  created_at text /*C*/ not null,
  created_by text /*C*/ references account (id) on delete set null,
  used_at text /*C*/
);

create index api_key_by_maker on api_key (created_by);
