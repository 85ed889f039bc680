-- The event that decided where a thread stands is found without reading the messages after it.

alter table order_event add column state_seq integer;

update order_event set state_seq =
  (select max(before.seq) from order_event as before
   where before.order_id = order_event.order_id and before.seq <= order_event.seq and before.kind <> 'message');
