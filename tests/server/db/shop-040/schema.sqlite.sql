CREATE TABLE schema_migration
    (name text primary key, checksum text not null, applied_at text not null);

CREATE TABLE catalogue_state (
  only_row integer primary key check (only_row = 1),
  epoch text not null,
  version integer not null
);

CREATE TABLE fish (
  number integer primary key,
  id text  not null unique,
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
  sort_name text  not null
, code text not null default '', presentation text not null default '', treatment text not null default '', glazing double precision not null default 0, origin text not null default '', packing text not null default '', certificates text not null default '');

CREATE INDEX fish_by_type on fish (type, id);

CREATE INDEX fish_by_rating on fish (rating, num_reviews, id);

CREATE TABLE fish_tombstone (
  id text  primary key,
  seq integer not null unique
);

CREATE TABLE account (
  id text  primary key,
  name text not null,
  email text  not null unique,
  password_hash text not null,
  created_at text not null,
  search text  not null
, confirmed_at text, rights text not null default '');

CREATE TABLE login_session (
  token_hash text primary key,
  account_id text not null,
  expires_at text  not null
, device text not null default '', created_at text, last_used_at text);

CREATE INDEX login_session_by_account on login_session (account_id);

CREATE INDEX login_session_by_end on login_session (expires_at);

CREATE TABLE review (
  id text  primary key,
  fish_id text not null references fish (id) on delete cascade,
  author_id text not null,
  name text not null,
  rating integer not null check (rating between 1 and 5),
  comment text not null,
  created_at text not null,
  unique (fish_id, author_id)
);

CREATE TABLE shop_order (
  id text  primary key,
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
  search text  not null
, language text not null default 'en', wishes text not null default '{}', state text  not null default 'requested', expires_at text, version integer not null default 0, feed_seq integer not null default 0, changed_at text  not null default '', buyer_said integer not null default 0, buyer_bytes integer not null default 0, shop_said integer not null default 0, shop_bytes integer not null default 0, sealed_at text);

CREATE TABLE order_item (
  order_id text not null references shop_order (id) on delete cascade,
  position integer not null,
  fish_id text not null,
  name text not null,
  name_fr text not null,
  name_es text not null,
  image text not null,
  qty double precision not null check (qty > 0), note text not null default '', code text not null default '', size text not null default '', weight text not null default '', presentation text not null default '', treatment text not null default '', glazing double precision not null default 0, packing text not null default '',
  primary key (order_id, position)
);

CREATE INDEX order_item_by_image on order_item (image);

CREATE TABLE idempotency_key (
  id text primary key,
  owner_id text not null,
  payload_hash text not null,
  status integer not null,
  created_at text not null
);

CREATE TABLE subscriber (
  id text  primary key,
  email text not null unique,
  created_at text not null
, token text not null default '');

CREATE TABLE contact_message (
  id text  primary key,
  subject text not null,
  name text not null,
  email text not null,
  message text not null,
  created_at text not null,
  sent_at text,
  attempts integer not null,
  next_attempt_at text 
, read_at text, answered_at text);

CREATE INDEX contact_message_waiting on contact_message (next_attempt_at);

CREATE TABLE rate_limit (
  bucket text primary key,
  hits integer not null,
  ends_at text  not null
);

CREATE INDEX rate_limit_by_end on rate_limit (ends_at);

CREATE INDEX shop_order_by_time on shop_order (created_at, id);

CREATE INDEX shop_order_by_buyer_time on shop_order (buyer_id, created_at, id);

CREATE TABLE shop_order_number (
  number integer primary key autoincrement,
  row_id text not null unique references shop_order (id) on delete cascade
);

CREATE VIRTUAL TABLE shop_order_search using fts5(search, content='', contentless_delete=1, tokenize='trigram', detail='none');

CREATE TRIGGER shop_order_search_delete before delete on shop_order begin
  delete from shop_order_search where rowid = (select number from shop_order_number where row_id = old.id);
end;

CREATE TABLE account_number (
  number integer primary key,
  row_id text not null unique references account (id) on delete cascade
);

CREATE VIRTUAL TABLE account_search using fts5(search, content='', contentless_delete=1, tokenize='trigram', detail='none');

CREATE TRIGGER account_search_insert after insert on account begin
  insert into account_number (row_id) values (new.id);
  insert into account_search (rowid, search) select number, new.search from account_number where row_id = new.id;
end;

CREATE TRIGGER account_search_delete before delete on account begin
  delete from account_search where rowid = (select number from account_number where row_id = old.id);
end;

CREATE TRIGGER account_search_update after update of search on account when old.search <> new.search begin
  delete from account_search where rowid = (select number from account_number where row_id = old.id);
  insert into account_search (rowid, search) select number, new.search from account_number where row_id = new.id;
end;

CREATE UNIQUE INDEX shop_order_reference on shop_order (reference);

CREATE INDEX review_by_time on review (fish_id, created_at, id);

CREATE TRIGGER shop_order_search_insert after insert on shop_order begin
  insert into shop_order_number (row_id) values (new.id);
  insert into shop_order_search (rowid, search) select number, new.search from shop_order_number where row_id = new.id;
end;

CREATE TABLE order_event (
  id text  primary key,
  order_id text  not null references shop_order (id) on delete cascade,
  seq integer not null,
  kind text not null,
  at text not null,
  side text not null check (side in ('buyer', 'shop')),
  author_id text not null,
  author_name text not null,
  body text not null, feed_seq integer not null default 0, state text not null default 'requested', offer_seq integer, offers integer not null default 0, state_at text, state_seq integer,
  unique (order_id, seq)
);

CREATE TABLE order_feed (
  only_row integer primary key check (only_row = 1),
  version integer not null
);

CREATE TABLE order_tombstone (
  id text  primary key,
  buyer_id text  not null,
  feed_seq integer not null
);

CREATE INDEX shop_order_by_feed on shop_order (feed_seq);

CREATE INDEX shop_order_by_buyer_feed on shop_order (buyer_id, feed_seq);

CREATE INDEX shop_order_by_change on shop_order (changed_at, feed_seq);

CREATE INDEX order_tombstone_by_feed on order_tombstone (feed_seq);

CREATE INDEX order_tombstone_by_buyer on order_tombstone (buyer_id, feed_seq);

CREATE INDEX shop_order_by_state on shop_order (state, created_at, id, expires_at);

CREATE INDEX shop_order_by_end on shop_order (state, expires_at);

CREATE TABLE order_mail (
  id text  primary key,
  order_id text  not null references shop_order (id) on delete cascade,
  recipient text not null,
  subject text not null,
  body text not null,
  attempts integer not null,
  next_attempt_at text  not null
, offer_seq integer, is_ending integer not null default 0);

CREATE INDEX order_mail_waiting on order_mail (next_attempt_at);

CREATE INDEX order_mail_by_order on order_mail (order_id);

CREATE UNIQUE INDEX subscriber_by_token on subscriber (token);

CREATE TABLE push_key (
  only_row integer primary key check (only_row = 1),
  public_key text not null,
  private_key text not null
);

CREATE TABLE push_subscription (
  id text  primary key,
  token_hash text not null unique references login_session (token_hash) on delete cascade,
  account_id text not null references account (id) on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  language text not null,
  created_at text  not null
);

CREATE INDEX push_subscription_by_account on push_subscription (account_id);

CREATE TABLE push_message (
  id text  primary key,
  subscription_id text  not null references push_subscription (id) on delete cascade,
  order_id text  not null references shop_order (id) on delete cascade,
  attempts integer not null,
  next_attempt_at text  not null,
  unique (subscription_id, order_id)
);

CREATE INDEX push_message_waiting on push_message (next_attempt_at);

CREATE INDEX push_message_by_order on push_message (order_id);

CREATE TABLE shop_settings (
  only_row integer primary key check (only_row = 1),
  version integer not null,
  logo text not null,
  body text not null,
  changed_at text not null
);

CREATE TABLE account_mail (
  id text  primary key,
  kind text not null check (kind in ('reset', 'confirm')),
  email text  not null,
  language text not null,
  attempts integer not null,
  next_attempt_at text  not null
);

CREATE INDEX account_mail_waiting on account_mail (next_attempt_at);

CREATE TABLE account_link (
  token_hash text  primary key,
  account_id text  not null references account (id) on delete cascade,
  kind text not null check (kind in ('reset', 'confirm')),
  email text  not null,
  expires_at text  not null,
  used_at text
);

CREATE INDEX account_link_by_account on account_link (account_id);

CREATE INDEX account_link_by_end on account_link (expires_at);

CREATE UNIQUE INDEX fish_by_code on fish (code) where code <> '';

CREATE TABLE admin_action (
  id text  primary key,
  at text  not null,
  kind text not null,
  actor_id text  not null,
  actor_name text not null,
  thing text not null,
  thing_id text not null,
  thing_name text not null,
  changes text not null,
  search text not null
);

CREATE INDEX admin_action_by_time on admin_action (at, id);

CREATE INDEX admin_action_by_actor on admin_action (actor_id, at, id);

CREATE INDEX admin_action_by_thing on admin_action (thing, at, id);

CREATE INDEX fish_by_article_key on fish (lower(code ));

CREATE TABLE told_end (
  order_id text  not null references shop_order (id) on delete cascade,
  seq integer not null,
  primary key (order_id, seq)
);

insert into schema_migration (name, checksum, applied_at) values
  ('migrations/001-shop.sql', '923170a7', ''),
  ('dialect/search.sqlite.sql', 'b8352d1a', ''),
  ('migrations/002-order-list.sql', '76c3bd1d', ''),
  ('migrations/003-lists.sql', 'ec9bebfb', ''),
  ('dialect/search-short.sqlite.sql', '761dcfa6', ''),
  ('dialect/lists-search.sqlite.sql', '2eda2c48', ''),
  ('migrations/004-list-marks.sql', '6a758e9d', ''),
  ('dialect/list-marks.sqlite.sql', 'd1759bd6', ''),
  ('migrations/010-order-reference.sql', '8b8103b7', ''),
  ('migrations/011-review-pages.sql', 'd134aa02', ''),
  ('migrations/012-answers-rebuilt.sql', '412eefc4', ''),
  ('migrations/sqlite/013-lists-without-marks.sql', '9a59bead', ''),
  ('migrations/sqlite/013-search-in-memory.sql', 'c2609628', ''),
  ('migrations/sqlite/014-orders-indexed-at-once.sql', '9ac91bb7', ''),
  ('migrations/015-order-events.sql', '4a74209e', ''),
  ('migrations/016-order-states.sql', '79eef01f', ''),
  ('migrations/017-order-mails.sql', '7946adc1', ''),
  ('migrations/sqlite/020-unsubscribe.sql', 'ae6974b1', ''),
  ('migrations/021-messages.sql', 'f17c3153', ''),
  ('migrations/022-push.sql', 'e6a632f6', ''),
  ('migrations/024-shop-settings.sql', '24ba6ceb', ''),
  ('migrations/026-account-links.sql', '9622e95b', ''),
  ('migrations/027-confirmed-email.sql', '1f2f57d0', ''),
  ('migrations/028-session-devices.sql', '38d1adbf', ''),
  ('migrations/030-trade-fields.sql', 'cca5117f', ''),
  ('migrations/031-admin-log.sql', '97e69aec', ''),
  ('migrations/032-line-facts.sql', '1548a8ae', ''),
  ('migrations/033-article-keys.sql', 'ac78cda7', ''),
  ('migrations/034-thread-pages.sql', '0e1957c8', ''),
  ('migrations/035-thread-decisions.sql', '89f7f076', ''),
  ('migrations/036-texts-in-memory.sql', '1cafe994', ''),
  ('migrations/037-sealed-orders.sql', '80188d4f', ''),
  ('migrations/038-told-ends.sql', 'd7b2e895', ''),
  ('migrations/039-mails-of-offers.sql', 'ad77a189', ''),
  ('migrations/040-rights.sql', '33d65f47', '');
