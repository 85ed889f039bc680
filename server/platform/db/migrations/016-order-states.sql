-- How many offers have ended, without reading the orders.

create index shop_order_by_end on shop_order (state, expires_at);
