-- The last number of each kind of paper in a year of the shop.

create table paper_number (
  kind text not null,
  year text not null,
  last integer not null,
  primary key (kind, year)
);

-- Papers of orders: each is a file of the thread, which never changes.

create table paper (
  id text /*C*/ primary key,
  order_id text /*C*/ not null references shop_order (id) on delete cascade,
  kind text not null,
  number text /*C*/ not null unique,
  file_id text /*C*/ not null,
  at text /*C*/ not null,
  author_id text /*C*/ not null,
  replaces text
);

create index paper_by_order on paper (order_id);
