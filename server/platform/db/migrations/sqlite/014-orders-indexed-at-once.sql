-- An order is written to the search index in its own transaction, as accounts are.

insert into shop_order_search (rowid, search)
  select number, search from shop_order_number join shop_order on shop_order.id = row_id
  where number > (select number from shop_order_indexed) order by number;

drop table shop_order_indexed;

drop trigger shop_order_number_insert;

create trigger shop_order_search_insert after insert on shop_order begin
  insert into shop_order_number (row_id) values (new.id);
  insert into shop_order_search (rowid, search) select number, new.search from shop_order_number where row_id = new.id;
end;
