-- Links to the current offer of an order, for people without an account: the hash of each token. `until` follows the offer.

create table offer_link (
  id text /*C*/ primary key,
  order_id text /*C*/ not null references shop_order (id) on delete cascade,
  token_hash text /*C*/ not null unique,
  side text not null check (side in ('buyer', 'shop')),
  created_at text /*C*/ not null,
  until text /*C*/ not null,
  seen integer not null default 0,
  seen_at text /*C*/
);

create index offer_link_by_order on offer_link (order_id);

create index offer_link_by_end on offer_link (until);
