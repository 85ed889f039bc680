-- Facts of a product for customs and the cold store.

alter table fish add column hs_code text not null default '';

alter table fish add column carton_net double precision not null default 0;

alter table fish add column storage text not null default '';

-- The book of lots. `fish_id` outlives its product; `lot_key`: the code as it is compared; body and files: JSON.

create table lot (
  id text /*C*/ primary key,
  code text not null,
  lot_key text /*C*/ not null unique,
  fish_id text /*C*/ not null,
  body text not null,
  files text not null default '[]',
  search text /*C*/ not null,
  created_at text /*C*/ not null,
  updated_at text /*C*/ not null
);

create index lot_by_time on lot (created_at, id);

create index lot_by_product on lot (fish_id);

-- Which report of a shipment names which lot; a correction removes its rows.

create table lot_use (
  event_id text /*C*/ not null,
  lot_id text /*C*/ not null references lot (id),
  order_id text /*C*/ not null references shop_order (id) on delete cascade,
  primary key (event_id, lot_id)
);

create index lot_use_by_lot on lot_use (lot_id);

create index lot_use_by_order on lot_use (order_id);

-- What is open of an accepted order and has a last day; `is_told`: that it is overdue was mailed.

create table payment_due (
  order_id text /*C*/ not null references shop_order (id) on delete cascade,
  part text not null,
  day text /*C*/ not null,
  is_told integer not null default 0,
  primary key (order_id, part)
);

create index payment_due_by_day on payment_due (is_told, day);
