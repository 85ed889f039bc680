-- Lists of administrators are searched by `like`: no index of trigrams is kept.

drop trigger shop_order_search_insert;

drop trigger shop_order_search_delete;

drop table shop_order_search;

drop table shop_order_number;

drop trigger account_search_insert;

drop trigger account_search_delete;

drop trigger account_search_update;

drop table account_search;

drop table account_number;
