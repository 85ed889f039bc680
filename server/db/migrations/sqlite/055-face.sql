update shop_order set customer = coalesce(nullif(lower(trim(json_extract(parties, '$.company'))), ''), buyer_id),
  search = search || coalesce(char(10) || lower(json_extract(parties, '$.company')), '');

create index order_by_customer on shop_order (customer, created_at, id);
