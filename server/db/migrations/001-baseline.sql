-- The tables of a new shop in SQL that SQLite and PostgreSQL both know; what only one has is in its folder, under the same name.
-- Statements are parted by an empty line. A released file is never edited or renamed.
-- The marker after a text type becomes collate "C" on PostgreSQL, so that both sort by code units.

create table catalogue_state (
  only_row integer primary key check (only_row = 1),
  epoch text not null,
  version integer not null
);

-- what the trade says of a product is an empty text or 0 where it was not filled in
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
  sort_name text /*C*/ not null,
  code text not null default '',
  presentation text not null default '',
  treatment text not null default '',
  glazing double precision not null default 0,
  origin text not null default '',
  packing text not null default '',
  certificates text not null default ''
);

create index fish_by_type on fish (type, id);

create index fish_by_rating on fish (rating, num_reviews, id);

create unique index fish_by_code on fish (code) where code <> '';

-- Article numbers that differ in the case of A to Z only are the same one. Shops that have such a pair keep it.
create index fish_by_article_key on fish (lower(code /*C*/));

create table fish_tombstone (
  id text /*C*/ primary key,
  seq integer not null unique
);

-- Rights are words separated by spaces; empty for customers. An address is confirmed by the link that was mailed to it.
create table account (
  id text /*C*/ primary key,
  name text not null,
  email text /*C*/ not null unique,
  password_hash text not null,
  created_at text not null,
  search text /*C*/ not null,
  confirmed_at text,
  rights text not null default ''
);

create table login_session (
  token_hash text primary key,
  account_id text not null,
  expires_at text /*C*/ not null,
  device text not null default '',
  created_at text,
  last_used_at text
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

create index review_by_time on review (fish_id, created_at, id);

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
  search text /*C*/ not null,
  language text not null default 'en',
  wishes text not null default '{}',
  state text /*C*/ not null default 'requested',
  expires_at text /*C*/,
  version integer not null default 0,
  feed_seq integer not null default 0,
  changed_at text /*C*/ not null default '',
  buyer_said integer not null default 0,
  buyer_bytes integer not null default 0,
  shop_said integer not null default 0,
  shop_bytes integer not null default 0,
  sealed_at text
);

create unique index shop_order_reference on shop_order (reference);

create index shop_order_by_time on shop_order (created_at, id);

create index shop_order_by_buyer_time on shop_order (buyer_id, created_at, id);

create index shop_order_by_feed on shop_order (feed_seq);

create index shop_order_by_buyer_feed on shop_order (buyer_id, feed_seq);

create index shop_order_by_change on shop_order (changed_at, feed_seq);

create index shop_order_by_state on shop_order (state, created_at, id, expires_at);

create index shop_order_by_end on shop_order (state, expires_at);

create table order_item (
  order_id text not null references shop_order (id) on delete cascade,
  position integer not null,
  fish_id text not null,
  name text not null,
  name_fr text not null,
  name_es text not null,
  image text not null,
  qty double precision not null check (qty > 0),
  note text not null default '',
  code text not null default '',
  size text not null default '',
  weight text not null default '',
  presentation text not null default '',
  treatment text not null default '',
  glazing double precision not null default 0,
  packing text not null default '',
  primary key (order_id, position)
);

create index order_item_by_image on order_item (image);

-- What both sides said on a request: append only. Its state and the end of its offer are derived from it. Each event says
-- where its thread stands after it, and which version of the feed brought it.
create table order_event (
  id text /*C*/ primary key,
  order_id text /*C*/ not null references shop_order (id) on delete cascade,
  seq integer not null,
  kind text not null,
  at text not null,
  side text not null check (side in ('buyer', 'shop')),
  author_id text not null,
  author_name text not null,
  body text not null,
  feed_seq integer not null default 0,
  state text not null default 'requested',
  offer_seq integer,
  offers integer not null default 0,
  state_at text,
  state_seq integer,
  unique (order_id, seq)
);

-- The feed of orders: the number of the last change of each order, as `fish.seq`.
create table order_feed (
  only_row integer primary key check (only_row = 1),
  version integer not null
);

insert into order_feed (only_row, version) values (1, 0);

create table order_tombstone (
  id text /*C*/ primary key,
  buyer_id text /*C*/ not null,
  feed_seq integer not null
);

create index order_tombstone_by_feed on order_tombstone (feed_seq);

create index order_tombstone_by_buyer on order_tombstone (buyer_id, feed_seq);

-- Mails about orders that are yet to be sent; one that went is deleted. An empty recipient is the shop's desk. One about an
-- offer (the number of its event) is sent only while that offer is the current one.
create table order_mail (
  id text /*C*/ primary key,
  order_id text /*C*/ not null references shop_order (id) on delete cascade,
  recipient text not null,
  subject text not null,
  body text not null,
  attempts integer not null,
  next_attempt_at text /*C*/ not null,
  offer_seq integer,
  is_ending integer not null default 0
);

create index order_mail_waiting on order_mail (next_attempt_at);

create index order_mail_by_order on order_mail (order_id);

-- Offers whose buyer was told that they expire tomorrow: each once, whichever instance does it.
create table told_end (
  order_id text /*C*/ not null references shop_order (id) on delete cascade,
  seq integer not null,
  primary key (order_id, seq)
);

-- Keys never expire. Status 410 is the tombstone of a deleted order.
create table idempotency_key (
  id text primary key,
  owner_id text not null,
  payload_hash text not null,
  status integer not null,
  created_at text not null
);

-- Each subscriber has a random token for the link that ends the newsletter.
create table subscriber (
  id text /*C*/ primary key,
  email text not null unique,
  created_at text not null,
  token text not null default ''
);

create unique index subscriber_by_token on subscriber (token);

create table contact_message (
  id text /*C*/ primary key,
  subject text not null,
  name text not null,
  email text not null,
  message text not null,
  created_at text not null,
  sent_at text,
  attempts integer not null,
  next_attempt_at text /*C*/,
  read_at text,
  answered_at text
);

create index contact_message_waiting on contact_message (next_attempt_at);

create table rate_limit (
  bucket text primary key,
  hits integer not null,
  ends_at text /*C*/ not null
);

create index rate_limit_by_end on rate_limit (ends_at);

-- Web Push: the shop's own key pair, where each session wants to be told, and what is yet to be sent.
create table push_key (
  only_row integer primary key check (only_row = 1),
  public_key text not null,
  private_key text not null
);

-- a subscription ends with its session and with its account
create table push_subscription (
  id text /*C*/ primary key,
  token_hash text not null unique references login_session (token_hash) on delete cascade,
  account_id text not null references account (id) on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  language text not null,
  created_at text /*C*/ not null
);

create index push_subscription_by_account on push_subscription (account_id);

-- one per subscription and order: several events before it is sent are told once
create table push_message (
  id text /*C*/ primary key,
  subscription_id text /*C*/ not null references push_subscription (id) on delete cascade,
  order_id text /*C*/ not null references shop_order (id) on delete cascade,
  attempts integer not null,
  next_attempt_at text /*C*/ not null,
  unique (subscription_id, order_id)
);

create index push_message_waiting on push_message (next_attempt_at);

create index push_message_by_order on push_message (order_id);

-- What the shop says about itself: one row, none until settings are saved.
create table shop_settings (
  only_row integer primary key check (only_row = 1),
  version integer not null,
  logo text not null,
  body text not null,
  changed_at text not null
);

-- Mails to people about their account, yet to be sent. The link in one is made when it is sent, so no token is stored.
create table account_mail (
  id text /*C*/ primary key,
  kind text not null check (kind in ('reset', 'confirm')),
  email text /*C*/ not null,
  language text not null,
  attempts integer not null,
  next_attempt_at text /*C*/ not null
);

create index account_mail_waiting on account_mail (next_attempt_at);

-- Links that were sent or handed over: the hash of each token, and the address that the account had.
create table account_link (
  token_hash text /*C*/ primary key,
  account_id text /*C*/ not null references account (id) on delete cascade,
  kind text not null check (kind in ('reset', 'confirm')),
  email text /*C*/ not null,
  expires_at text /*C*/ not null,
  used_at text
);

create index account_link_by_account on account_link (account_id);

create index account_link_by_end on account_link (expires_at);

-- What administrators did, written in the transaction of each change. Rows are only added; a chore drops old ones.
create table admin_action (
  id text /*C*/ primary key,
  at text /*C*/ not null,
  kind text not null,
  actor_id text /*C*/ not null,
  actor_name text not null,
  thing text not null,
  thing_id text not null,
  thing_name text not null,
  changes text not null,
  search text not null
);

create index admin_action_by_time on admin_action (at, id);

create index admin_action_by_actor on admin_action (actor_id, at, id);

create index admin_action_by_thing on admin_action (thing, at, id);
