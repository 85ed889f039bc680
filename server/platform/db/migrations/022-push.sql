-- Web Push: the shop's own key pair, where each session wants to be told, and what is yet to be sent.

create table push_key (
  only_row integer primary key check (only_row = 1),
  public_key text not null,
  private_key text not null
);

-- a subscription ends with its session and with its account
create table push_subscription (
  id text /*C*/ primary key,
  token_hash text not null unique references login_session (token_hash) on delete cascade,
  account_id text not null references account (id) on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  language text not null,
  created_at text /*C*/ not null
);

create index push_subscription_by_account on push_subscription (account_id);

-- one per subscription and order: several events before it is sent are told once
create table push_message (
  id text /*C*/ primary key,
  subscription_id text /*C*/ not null references push_subscription (id) on delete cascade,
  order_id text /*C*/ not null references shop_order (id) on delete cascade,
  attempts integer not null,
  next_attempt_at text /*C*/ not null,
  unique (subscription_id, order_id)
);

create index push_message_waiting on push_message (next_attempt_at);

create index push_message_by_order on push_message (order_id);
