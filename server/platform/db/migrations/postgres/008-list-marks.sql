-- What is made or deleted before a mark moves it. New rows come after the last mark, so they move none. An id never
-- changes; the time of an order may.

create or replace function move_list_marks() returns trigger as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from list_mark where list = tg_argv[0];
    return null;
  end if;
  if tg_op <> 'INSERT' then
    update list_mark set place = place - 1 where list = tg_argv[0]
      and (until_at, until_id) >= (case tg_argv[0] when 'shop_order' then old.created_at else '' end, old.id);
  end if;
  if tg_op <> 'DELETE' then
    update list_mark set place = place + 1 where list = tg_argv[0]
      and (until_at, until_id) >= (case tg_argv[0] when 'shop_order' then new.created_at else '' end, new.id);
  end if;
  return null;
end
$$ language plpgsql;

create trigger shop_order_mark after insert or delete or update of created_at on shop_order
  for each row execute function move_list_marks('shop_order');

create trigger shop_order_mark_all after truncate on shop_order
  for each statement execute function move_list_marks('shop_order');

create trigger account_mark after insert or delete on account
  for each row execute function move_list_marks('account');

create trigger account_mark_all after truncate on account
  for each statement execute function move_list_marks('account');

create trigger subscriber_mark after insert or delete on subscriber
  for each row execute function move_list_marks('subscriber');

create trigger subscriber_mark_all after truncate on subscriber
  for each statement execute function move_list_marks('subscriber');
