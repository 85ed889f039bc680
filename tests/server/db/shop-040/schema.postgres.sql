create extension if not exists pg_trgm;

create table schema_migration (
  name text not null,
  checksum text not null,
  applied_at text not null,
  constraint schema_migration_pkey PRIMARY KEY (name)
);

create table catalogue_state (
  only_row integer not null,
  epoch text not null,
  version integer not null,
  constraint catalogue_state_only_row_check CHECK ((only_row = 1)),
  constraint catalogue_state_pkey PRIMARY KEY (only_row)
);

create table fish (
  number integer not null,
  id text collate "C" not null,
  trade_name text not null,
  trade_name_fr text not null,
  trade_name_es text not null,
  scientific_name text not null,
  fao_code text not null,
  classe text not null,
  category text not null,
  type text not null,
  image text not null,
  placeholder text not null,
  size text not null,
  weight text not null,
  count_in_stock double precision not null,
  rating double precision not null,
  num_reviews integer not null,
  created_at text not null,
  updated_at text not null,
  seq integer not null,
  sort_name text collate "C" not null,
  code text not null default ''::text,
  presentation text not null default ''::text,
  treatment text not null default ''::text,
  glazing double precision not null default 0,
  origin text not null default ''::text,
  packing text not null default ''::text,
  certificates text not null default ''::text,
  constraint fish_type_check CHECK ((type = ANY (ARRAY['fish'::text, 'seafood'::text]))),
  constraint fish_pkey PRIMARY KEY (number),
  constraint fish_id_key UNIQUE (id),
  constraint fish_seq_key UNIQUE (seq)
);

create table fish_tombstone (
  id text collate "C" not null,
  seq integer not null,
  constraint fish_tombstone_pkey PRIMARY KEY (id),
  constraint fish_tombstone_seq_key UNIQUE (seq)
);

create table account (
  id text collate "C" not null,
  name text not null,
  email text collate "C" not null,
  password_hash text not null,
  created_at text not null,
  search text collate "C" not null,
  confirmed_at text,
  rights text not null default ''::text,
  constraint account_pkey PRIMARY KEY (id),
  constraint account_email_key UNIQUE (email)
);

create table login_session (
  token_hash text not null,
  account_id text not null,
  expires_at text collate "C" not null,
  device text not null default ''::text,
  created_at text,
  last_used_at text,
  constraint login_session_pkey PRIMARY KEY (token_hash)
);

create table review (
  id text collate "C" not null,
  fish_id text not null,
  author_id text not null,
  name text not null,
  rating integer not null,
  comment text not null,
  created_at text not null,
  constraint review_rating_check CHECK (((rating >= 1) AND (rating <= 5))),
  constraint review_pkey PRIMARY KEY (id),
  constraint review_fish_id_author_id_key UNIQUE (fish_id, author_id),
  constraint review_fish_id_fkey FOREIGN KEY (fish_id) REFERENCES fish(id) ON DELETE CASCADE
);

create table shop_order (
  id text collate "C" not null,
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
  search text collate "C" not null,
  language text not null default 'en'::text,
  wishes text not null default '{}'::text,
  state text collate "C" not null default 'requested'::text,
  expires_at text collate "C",
  version integer not null default 0,
  feed_seq integer not null default 0,
  changed_at text collate "C" not null default ''::text,
  buyer_said integer not null default 0,
  buyer_bytes integer not null default 0,
  shop_said integer not null default 0,
  shop_bytes integer not null default 0,
  sealed_at text,
  constraint shop_order_pkey PRIMARY KEY (id)
);

create table order_item (
  order_id text not null,
  position integer not null,
  fish_id text not null,
  name text not null,
  name_fr text not null,
  name_es text not null,
  image text not null,
  qty double precision not null,
  note text not null default ''::text,
  code text not null default ''::text,
  size text not null default ''::text,
  weight text not null default ''::text,
  presentation text not null default ''::text,
  treatment text not null default ''::text,
  glazing double precision not null default 0,
  packing text not null default ''::text,
  constraint order_item_qty_check CHECK ((qty > (0)::double precision)),
  constraint order_item_pkey PRIMARY KEY (order_id, "position"),
  constraint order_item_order_id_fkey FOREIGN KEY (order_id) REFERENCES shop_order(id) ON DELETE CASCADE
);

create table idempotency_key (
  id text not null,
  owner_id text not null,
  payload_hash text not null,
  status integer not null,
  created_at text not null,
  constraint idempotency_key_pkey PRIMARY KEY (id)
);

create table subscriber (
  id text collate "C" not null,
  email text not null,
  created_at text not null,
  token text not null default ''::text,
  constraint subscriber_pkey PRIMARY KEY (id),
  constraint subscriber_email_key UNIQUE (email)
);

create table contact_message (
  id text collate "C" not null,
  subject text not null,
  name text not null,
  email text not null,
  message text not null,
  created_at text not null,
  sent_at text,
  attempts integer not null,
  next_attempt_at text collate "C",
  read_at text,
  answered_at text,
  constraint contact_message_pkey PRIMARY KEY (id)
);

create table rate_limit (
  bucket text not null,
  hits integer not null,
  ends_at text collate "C" not null,
  constraint rate_limit_pkey PRIMARY KEY (bucket)
);

create table order_event (
  id text collate "C" not null,
  order_id text collate "C" not null,
  seq integer not null,
  kind text not null,
  at text not null,
  side text not null,
  author_id text not null,
  author_name text not null,
  body text not null,
  feed_seq integer not null default 0,
  state text not null default 'requested'::text,
  offer_seq integer,
  offers integer not null default 0,
  state_at text,
  state_seq integer,
  constraint order_event_side_check CHECK ((side = ANY (ARRAY['buyer'::text, 'shop'::text]))),
  constraint order_event_pkey PRIMARY KEY (id),
  constraint order_event_order_id_seq_key UNIQUE (order_id, seq),
  constraint order_event_order_id_fkey FOREIGN KEY (order_id) REFERENCES shop_order(id) ON DELETE CASCADE
);

create table order_feed (
  only_row integer not null,
  version integer not null,
  constraint order_feed_only_row_check CHECK ((only_row = 1)),
  constraint order_feed_pkey PRIMARY KEY (only_row)
);

create table order_tombstone (
  id text collate "C" not null,
  buyer_id text collate "C" not null,
  feed_seq integer not null,
  constraint order_tombstone_pkey PRIMARY KEY (id)
);

create table order_mail (
  id text collate "C" not null,
  order_id text collate "C" not null,
  recipient text not null,
  subject text not null,
  body text not null,
  attempts integer not null,
  next_attempt_at text collate "C" not null,
  offer_seq integer,
  is_ending integer not null default 0,
  constraint order_mail_pkey PRIMARY KEY (id),
  constraint order_mail_order_id_fkey FOREIGN KEY (order_id) REFERENCES shop_order(id) ON DELETE CASCADE
);

create table push_key (
  only_row integer not null,
  public_key text not null,
  private_key text not null,
  constraint push_key_only_row_check CHECK ((only_row = 1)),
  constraint push_key_pkey PRIMARY KEY (only_row)
);

create table push_subscription (
  id text collate "C" not null,
  token_hash text not null,
  account_id text not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  language text not null,
  created_at text collate "C" not null,
  constraint push_subscription_pkey PRIMARY KEY (id),
  constraint push_subscription_token_hash_key UNIQUE (token_hash),
  constraint push_subscription_endpoint_key UNIQUE (endpoint),
  constraint push_subscription_token_hash_fkey FOREIGN KEY (token_hash) REFERENCES login_session(token_hash) ON DELETE CASCADE,
  constraint push_subscription_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);

create table push_message (
  id text collate "C" not null,
  subscription_id text collate "C" not null,
  order_id text collate "C" not null,
  attempts integer not null,
  next_attempt_at text collate "C" not null,
  constraint push_message_pkey PRIMARY KEY (id),
  constraint push_message_subscription_id_order_id_key UNIQUE (subscription_id, order_id),
  constraint push_message_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES push_subscription(id) ON DELETE CASCADE,
  constraint push_message_order_id_fkey FOREIGN KEY (order_id) REFERENCES shop_order(id) ON DELETE CASCADE
);

create table shop_settings (
  only_row integer not null,
  version integer not null,
  logo text not null,
  body text not null,
  changed_at text not null,
  constraint shop_settings_only_row_check CHECK ((only_row = 1)),
  constraint shop_settings_pkey PRIMARY KEY (only_row)
);

create table account_mail (
  id text collate "C" not null,
  kind text not null,
  email text collate "C" not null,
  language text not null,
  attempts integer not null,
  next_attempt_at text collate "C" not null,
  constraint account_mail_kind_check CHECK ((kind = ANY (ARRAY['reset'::text, 'confirm'::text]))),
  constraint account_mail_pkey PRIMARY KEY (id)
);

create table account_link (
  token_hash text collate "C" not null,
  account_id text collate "C" not null,
  kind text not null,
  email text collate "C" not null,
  expires_at text collate "C" not null,
  used_at text,
  constraint account_link_kind_check CHECK ((kind = ANY (ARRAY['reset'::text, 'confirm'::text]))),
  constraint account_link_pkey PRIMARY KEY (token_hash),
  constraint account_link_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);

create table admin_action (
  id text collate "C" not null,
  at text collate "C" not null,
  kind text not null,
  actor_id text collate "C" not null,
  actor_name text not null,
  thing text not null,
  thing_id text not null,
  thing_name text not null,
  changes text not null,
  search text not null,
  constraint admin_action_pkey PRIMARY KEY (id)
);

create table told_end (
  order_id text collate "C" not null,
  seq integer not null,
  constraint told_end_pkey PRIMARY KEY (order_id, seq),
  constraint told_end_order_id_fkey FOREIGN KEY (order_id) REFERENCES shop_order(id) ON DELETE CASCADE
);

CREATE INDEX fish_by_type ON fish USING btree (type, id);

CREATE INDEX fish_by_rating ON fish USING btree (rating, num_reviews, id);

CREATE UNIQUE INDEX fish_by_code ON fish USING btree (code) WHERE (code <> ''::text);

CREATE INDEX fish_by_article_key ON fish USING btree (lower((code COLLATE "C")));

CREATE INDEX account_search ON account USING gin (search gin_trgm_ops);

CREATE INDEX login_session_by_account ON login_session USING btree (account_id);

CREATE INDEX login_session_by_end ON login_session USING btree (expires_at);

CREATE INDEX review_by_time ON review USING btree (fish_id, created_at, id);

CREATE INDEX shop_order_by_time ON shop_order USING btree (created_at, id);

CREATE INDEX shop_order_by_buyer_time ON shop_order USING btree (buyer_id, created_at, id);

CREATE INDEX shop_order_search ON shop_order USING gin (search gin_trgm_ops);

CREATE UNIQUE INDEX shop_order_reference ON shop_order USING btree (reference);

CREATE INDEX shop_order_by_feed ON shop_order USING btree (feed_seq);

CREATE INDEX shop_order_by_buyer_feed ON shop_order USING btree (buyer_id, feed_seq);

CREATE INDEX shop_order_by_change ON shop_order USING btree (changed_at, feed_seq);

CREATE INDEX shop_order_by_state ON shop_order USING btree (state, created_at, id, expires_at);

CREATE INDEX shop_order_by_end ON shop_order USING btree (state, expires_at);

CREATE INDEX order_item_by_image ON order_item USING btree (image);

CREATE UNIQUE INDEX subscriber_by_token ON subscriber USING btree (token);

CREATE INDEX contact_message_waiting ON contact_message USING btree (next_attempt_at);

CREATE INDEX rate_limit_by_end ON rate_limit USING btree (ends_at);

CREATE INDEX order_tombstone_by_feed ON order_tombstone USING btree (feed_seq);

CREATE INDEX order_tombstone_by_buyer ON order_tombstone USING btree (buyer_id, feed_seq);

CREATE INDEX order_mail_waiting ON order_mail USING btree (next_attempt_at);

CREATE INDEX order_mail_by_order ON order_mail USING btree (order_id);

CREATE INDEX push_subscription_by_account ON push_subscription USING btree (account_id);

CREATE INDEX push_message_waiting ON push_message USING btree (next_attempt_at);

CREATE INDEX push_message_by_order ON push_message USING btree (order_id);

CREATE INDEX account_mail_waiting ON account_mail USING btree (next_attempt_at);

CREATE INDEX account_link_by_account ON account_link USING btree (account_id);

CREATE INDEX account_link_by_end ON account_link USING btree (expires_at);

CREATE INDEX admin_action_by_time ON admin_action USING btree (at, id);

CREATE INDEX admin_action_by_actor ON admin_action USING btree (actor_id, at, id);

CREATE INDEX admin_action_by_thing ON admin_action USING btree (thing, at, id);

insert into schema_migration (name, checksum, applied_at) values
  ('dialect/list-marks.postgres.sql', '2736e534', ''),
  ('dialect/lists-search.postgres.sql', '412b8e4b', ''),
  ('dialect/search.postgres.sql', 'de1dae6a', ''),
  ('migrations/001-shop.sql', '923170a7', ''),
  ('migrations/002-order-list.sql', '76c3bd1d', ''),
  ('migrations/003-lists.sql', 'ec9bebfb', ''),
  ('migrations/004-list-marks.sql', '6a758e9d', ''),
  ('migrations/010-order-reference.sql', '8b8103b7', ''),
  ('migrations/011-review-pages.sql', 'd134aa02', ''),
  ('migrations/012-answers-rebuilt.sql', '412eefc4', ''),
  ('migrations/015-order-events.sql', '4a74209e', ''),
  ('migrations/016-order-states.sql', '79eef01f', ''),
  ('migrations/017-order-mails.sql', '7946adc1', ''),
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
  ('migrations/040-rights.sql', '33d65f47', ''),
  ('migrations/postgres/013-lists-without-marks.sql', '833ceeb8', ''),
  ('migrations/postgres/013-search-in-memory.sql', '1343d5cd', ''),
  ('migrations/postgres/020-unsubscribe.sql', '3eb648b4', '');
