update shop_order set customer = coalesce(nullif(lower(trim(parties::json ->> 'company') collate "C"), ''), buyer_id),
  search = search || coalesce(chr(10) || lower(parties::json ->> 'company'), '');

create index order_by_customer on shop_order (customer, created_at, id);
