-- What both sides said on a request: append only. Its state and the end of its offer are derived from it.

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
  unique (order_id, seq)
);

alter table order_item add column note text not null default '';

alter table shop_order add column language text not null default 'en';

alter table shop_order add column wishes text not null default '{}';

alter table shop_order add column state text /*C*/ not null default 'requested';

alter table shop_order add column expires_at text /*C*/;

alter table shop_order add column version integer not null default 0;

-- The feed of orders: the number of the last change of each order, as `fish.seq`, and its time.
create table order_feed (
  only_row integer primary key check (only_row = 1),
  version integer not null
);

create table order_tombstone (
  id text /*C*/ primary key,
  buyer_id text /*C*/ not null,
  feed_seq integer not null
);

alter table shop_order add column feed_seq integer not null default 0;

alter table shop_order add column changed_at text /*C*/ not null default '';

update shop_order set changed_at = created_at, feed_seq = numbered.place
  from (select id as numbered_id, row_number() over (order by created_at, id) as place from shop_order) as numbered
  where shop_order.id = numbered.numbered_id;

insert into order_feed (only_row, version) select 1, count(*) from shop_order;

create index shop_order_by_feed on shop_order (feed_seq);

create index shop_order_by_buyer_feed on shop_order (buyer_id, feed_seq);

create index shop_order_by_change on shop_order (changed_at, feed_seq);

create index order_tombstone_by_feed on order_tombstone (feed_seq);

create index order_tombstone_by_buyer on order_tombstone (buyer_id, feed_seq);

create index shop_order_by_state on shop_order (state, created_at, id, expires_at);
