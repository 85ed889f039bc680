-- Numbers the changes of orders that an earlier version on PostgreSQL committed and had not numbered yet.
update order_change set feed_seq = numbered.seq from (
    select order_id as id, (select version from order_feed) + row_number() over (order by changed_at, order_id) as seq
    from order_change where feed_seq = 0
  ) as numbered
  where order_change.order_id = numbered.id;

update order_event set feed_seq = order_change.feed_seq from order_change
  where order_change.order_id = order_event.order_id and order_event.feed_seq = 0;

update order_feed set version = (select max(feed_seq) from order_change)
  where version < (select max(feed_seq) from order_change);
