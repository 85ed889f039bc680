-- Statements are parted by an empty line. Portable SQL for SQLite and PostgreSQL; never edited once released.
-- The marker after a text type becomes collate "C" on PostgreSQL, so that both sort by code units.

create table catalogue_state (
  only_row integer primary key check (only_row = 1),
  epoch text not null,
  version integer not null
);

create table fish (
  number integer primary key,
  id text /*C*/ not null unique,
  trade_name text not null,
  trade_name_fr text not null,
  trade_name_es text not null,
  scientific_name text not null,
  fao_code text not null,
  classe text not null,
  category text not null,
  type text not null check (type in ('fish', 'seafood')),
  image text not null,
  placeholder text not null,
  size text not null,
  weight text not null,
  count_in_stock double precision not null,
  rating double precision not null,
  num_reviews integer not null,
  created_at text not null,
  updated_at text not null,
  seq integer not null unique,
  search text /*C*/ not null,
  sort_name text /*C*/ not null
);

create index fish_by_type on fish (type, id);

create index fish_by_rating on fish (rating, num_reviews, id);

create table fish_tombstone (
  id text /*C*/ primary key,
  seq integer not null unique
);

create table account (
  id text /*C*/ primary key,
  name text not null,
  email text /*C*/ not null unique,
  password_hash text not null,
  is_admin integer not null check (is_admin in (0, 1)),
  created_at text not null,
  search text /*C*/ not null
);

create table login_session (
  token_hash text primary key,
  account_id text not null,
  expires_at text /*C*/ not null
);

create index login_session_by_account on login_session (account_id);

create index login_session_by_end on login_session (expires_at);

create table review (
  id text /*C*/ primary key,
  fish_id text not null references fish (id) on delete cascade,
  author_id text not null,
  name text not null,
  rating integer not null check (rating between 1 and 5),
  comment text not null,
  created_at text not null,
  unique (fish_id, author_id)
);

-- An order outlives its buyer and its products: it refers to neither, it has copies.
create table shop_order (
  id text /*C*/ primary key,
  reference text not null,
  created_at text not null,
  buyer_id text not null,
  buyer_name text not null,
  buyer_email text not null,
  phone text not null,
  address text not null,
  city text not null,
  postal_code text not null,
  country text not null,
  search text /*C*/ not null
);

create index shop_order_by_buyer on shop_order (buyer_id, id);

create table order_item (
  order_id text not null references shop_order (id) on delete cascade,
  position integer not null,
  fish_id text not null,
  name text not null,
  name_fr text not null,
  name_es text not null,
  image text not null,
  qty double precision not null check (qty > 0),
  primary key (order_id, position)
);

create index order_item_by_image on order_item (image);

-- Keys never expire. An empty answer with status 410 is the tombstone of a deleted order.
create table idempotency_key (
  id text primary key,
  owner_id text not null,
  payload_hash text not null,
  status integer not null,
  answer text not null,
  created_at text not null
);

create table subscriber (
  id text /*C*/ primary key,
  email text not null unique,
  created_at text not null
);

create table contact_message (
  id text /*C*/ primary key,
  subject text not null,
  name text not null,
  email text not null,
  message text not null,
  created_at text not null,
  sent_at text,
  attempts integer not null,
  next_attempt_at text /*C*/
);

create index contact_message_waiting on contact_message (next_attempt_at);

create table rate_limit (
  bucket text primary key,
  hits integer not null,
  ends_at text /*C*/ not null
);

create index rate_limit_by_end on rate_limit (ends_at);
