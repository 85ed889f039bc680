-- Lists of administrators are searched by `like`: no index of trigrams is kept.

drop index if exists shop_order_search;

drop index if exists account_search;
