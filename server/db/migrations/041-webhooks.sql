-- Addresses of other programs that are told what happens in the shop. `paused` says why nothing is sent; empty while it goes on.

create table webhook (
  id text /*C*/ primary key,
  url text not null,
  events text not null,
  secret text not null,
  old_secret text not null,
  old_secret_until text /*C*/ not null,
  paused text not null,
  created_at text /*C*/ not null,
  failures integer not null,
  retry_at text /*C*/ not null,
  lease_until text /*C*/ not null
);

-- What they are told, written with the change itself. `next_at`: the next try by itself; `asked_at`: an administrator wants one now;
-- `done_at`: no more tries. Without a reference to the webhook, so that an order never waits for a change of one.

create table webhook_delivery (
  id text /*C*/ primary key,
  webhook_id text /*C*/ not null,
  event text not null,
  subject text /*C*/ not null,
  seq integer not null,
  owner text /*C*/ not null,
  at text /*C*/ not null,
  since text /*C*/ not null,
  body text not null,
  attempts integer not null,
  status integer,
  problem text not null,
  next_at text /*C*/,
  asked_at text /*C*/,
  done_at text /*C*/
);

create index webhook_delivery_waiting on webhook_delivery (webhook_id, next_at) where next_at is not null;

create index webhook_delivery_order on webhook_delivery (webhook_id, subject, seq, id) where next_at is not null;

create index webhook_delivery_asked on webhook_delivery (webhook_id) where asked_at is not null;

create index webhook_delivery_list on webhook_delivery (webhook_id, at, id);

create index webhook_delivery_subject on webhook_delivery (subject);

create index webhook_delivery_owner on webhook_delivery (owner) where owner <> '';

create index webhook_delivery_done on webhook_delivery (done_at) where done_at is not null;
