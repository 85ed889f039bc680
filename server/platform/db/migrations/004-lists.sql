-- One buyer's orders in the order of their list, and products by name.

create index shop_order_by_buyer_time on shop_order (buyer_id, created_at, id);

drop index shop_order_by_buyer;

create index fish_by_name on fish (sort_name, id, type);
