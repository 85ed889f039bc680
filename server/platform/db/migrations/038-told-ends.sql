-- Offers whose buyer was told that they expire tomorrow: each once, whichever instance does it.

create table told_end (
  order_id text /*C*/ not null references shop_order (id) on delete cascade,
  seq integer not null,
  primary key (order_id, seq)
);
