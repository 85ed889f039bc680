-- No two orders carry the same reference. The first of those that do keeps it, the others get their id behind it.

create index shop_order_by_reference on shop_order (reference, id);

update shop_order set reference = reference || '/' || id
where id > (select min(first.id) from shop_order as first where first.reference = shop_order.reference);

drop index shop_order_by_reference;

create unique index shop_order_reference on shop_order (reference);
