-- Time and number in the feed of the last change of each order, also of deleted ones. In a narrow table of its own: on PostgreSQL a change gets its
-- number after the commit, which writes its row again, in every index.

create table order_change (
  order_id text /*C*/ primary key,
  buyer_id text /*C*/ not null,
  changed_at text /*C*/ not null,
  feed_seq integer not null,
  is_deleted integer not null default 0
);

insert into order_change (order_id, buyer_id, changed_at, feed_seq) select id, buyer_id, changed_at, feed_seq from shop_order;

insert into order_change (order_id, buyer_id, changed_at, feed_seq, is_deleted)
  select id, buyer_id, '', feed_seq, 1 from order_tombstone where id not in (select id from shop_order);

create index order_change_by_feed on order_change (feed_seq);

create index order_change_by_buyer on order_change (buyer_id, feed_seq);

create index order_change_by_time on order_change (changed_at);

drop table order_tombstone;

drop index shop_order_by_feed;

drop index shop_order_by_buyer_feed;

drop index shop_order_by_change;

alter table shop_order drop column feed_seq;

alter table shop_order drop column changed_at;
