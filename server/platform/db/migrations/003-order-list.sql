-- Newest orders first, and their number, without reading the orders themselves.

create index shop_order_by_time on shop_order (created_at, id);
