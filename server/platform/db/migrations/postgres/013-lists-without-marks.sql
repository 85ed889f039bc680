-- Rows are counted along an index: marks and the triggers that moved them are needed no more.

drop trigger shop_order_mark on shop_order;

drop trigger shop_order_mark_all on shop_order;

drop trigger account_mark on account;

drop trigger account_mark_all on account;

drop trigger subscriber_mark on subscriber;

drop trigger subscriber_mark_all on subscriber;

drop function move_list_marks();

drop table list_mark;
