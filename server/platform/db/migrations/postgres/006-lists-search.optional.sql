-- The trigram indexes of orders and accounts; without the extension their lists are read through, as the catalogue is.

create index shop_order_search on shop_order using gin (search gin_trgm_ops);

create index account_search on account using gin (search gin_trgm_ops);
