-- Threads are read in parts: each event says where its thread stands after it, and which version of the feed brought it.

alter table order_event add column feed_seq integer not null default 0;

alter table order_event add column state text not null default 'requested';

alter table order_event add column offer_seq integer;

alter table order_event add column offers integer not null default 0;

alter table order_event add column state_at text;

update order_event set feed_seq = (select feed_seq from shop_order where shop_order.id = order_event.order_id);

update order_event set offers =
  (select count(*) from order_event as before
   where before.order_id = order_event.order_id and before.seq <= order_event.seq and before.kind = 'offer');

update order_event set state_at =
  (select before.at from order_event as before
   where before.order_id = order_event.order_id and before.seq <= order_event.seq and before.kind <> 'message'
   order by before.seq desc limit 1);

update order_event set state = coalesce(
  (select case before.kind when 'offer' then 'offered' when 'accept' then 'accepted' when 'decline' then 'declined'
     when 'close' then 'closed' when 'cancel' then 'cancelled' else 'requested' end
   from order_event as before
   where before.order_id = order_event.order_id and before.seq <= order_event.seq and before.kind <> 'message'
   order by before.seq desc limit 1), 'requested');

update order_event set offer_seq =
  (select max(before.seq) from order_event as before
   where before.order_id = order_event.order_id and before.seq <= order_event.seq and before.kind = 'offer')
  where state in ('offered', 'accepted');

-- How much each side has written.

alter table shop_order add column buyer_said integer not null default 0;

alter table shop_order add column buyer_bytes integer not null default 0;

alter table shop_order add column shop_said integer not null default 0;

alter table shop_order add column shop_bytes integer not null default 0;

update shop_order set
  buyer_said = (select count(*) from order_event
    where order_id = shop_order.id and side = 'buyer' and kind = 'message'),
  buyer_bytes = (select coalesce(sum(octet_length(body)), 0) from order_event
    where order_id = shop_order.id and side = 'buyer' and kind = 'message'),
  shop_said = (select count(*) from order_event
    where order_id = shop_order.id and side = 'shop' and kind in ('message', 'offer')),
  shop_bytes = (select coalesce(sum(octet_length(body)), 0) from order_event
    where order_id = shop_order.id and side = 'shop' and kind in ('message', 'offer'))
  where version > 0;
