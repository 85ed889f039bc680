-- Rows are counted along an index: marks and the triggers that moved them are needed no more.

drop trigger shop_order_mark_insert;

drop trigger shop_order_mark_delete;

drop trigger shop_order_mark_update;

drop trigger account_mark_insert;

drop trigger account_mark_delete;

drop trigger subscriber_mark_insert;

drop trigger subscriber_mark_delete;

drop table list_mark;
