-- What is made or deleted before a mark moves it. New rows come after the last mark, so they move none.
-- An id never changes; the time of an order may. SQLite knows no functions that triggers of several tables could share.

create trigger shop_order_mark_insert after insert on shop_order begin
  update list_mark set place = place + 1
    where list = 'shop_order' and (until_at, until_id) >= (new.created_at, new.id);
end;

create trigger shop_order_mark_delete after delete on shop_order begin
  update list_mark set place = place - 1
    where list = 'shop_order' and (until_at, until_id) >= (old.created_at, old.id);
end;

create trigger shop_order_mark_update after update of created_at on shop_order begin
  update list_mark set place = place - 1
    where list = 'shop_order' and (until_at, until_id) >= (old.created_at, old.id);
  update list_mark set place = place + 1
    where list = 'shop_order' and (until_at, until_id) >= (new.created_at, new.id);
end;

create trigger account_mark_insert after insert on account begin
  update list_mark set place = place + 1
    where list = 'account' and (until_at, until_id) >= ('', new.id);
end;

create trigger account_mark_delete after delete on account begin
  update list_mark set place = place - 1
    where list = 'account' and (until_at, until_id) >= ('', old.id);
end;

create trigger subscriber_mark_insert after insert on subscriber begin
  update list_mark set place = place + 1
    where list = 'subscriber' and (until_at, until_id) >= ('', new.id);
end;

create trigger subscriber_mark_delete after delete on subscriber begin
  update list_mark set place = place - 1
    where list = 'subscriber' and (until_at, until_id) >= ('', old.id);
end;
