-- Files that events of orders have announced. Their bytes are in the folder or bucket of the files, by the ids of order and file.

create table order_file (
  id text /*C*/ not null primary key,
  order_id text /*C*/ not null references shop_order (id) on delete cascade,
  event_id text /*C*/ not null,
  author_id text /*C*/ not null,
  side text not null,
  name text not null,
  type text not null,
  bytes integer not null,
  sha256 text not null,
  -- announced, here or refused
  state text not null,
  reason text not null,
  announced_at text /*C*/ not null,
  started_at text /*C*/,
  here_at text /*C*/
);

create index order_file_event on order_file (event_id);
create index order_file_order on order_file (order_id);
create index order_file_author on order_file (author_id, announced_at);
create index order_file_unfinished on order_file (announced_at) where state = 'announced';
