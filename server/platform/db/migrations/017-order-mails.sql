-- Mails about orders that are yet to be sent; one that went is deleted. An empty recipient is the shop's desk.

create table order_mail (
  id text /*C*/ primary key,
  order_id text /*C*/ not null references shop_order (id) on delete cascade,
  recipient text not null,
  subject text not null,
  body text not null,
  attempts integer not null,
  next_attempt_at text /*C*/ not null
);

create index order_mail_waiting on order_mail (next_attempt_at);

create index order_mail_by_order on order_mail (order_id);
