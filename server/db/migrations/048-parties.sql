-- Who buys, as papers name it: JSON, of accounts and, copied, of orders.

alter table account add column parties text not null default '{}';

alter table shop_order add column parties text not null default '{}';

-- Who sells, as papers name it: JSON.

create table shop_seller (
  only_row integer primary key check (only_row = 1),
  version integer not null,
  body text not null
);

insert into shop_seller (only_row, version, body) values (1, 0, '{}');

-- Bank accounts of the shop. The newest that was not withdrawn and whose time has come is the one that buyers pay to; one whose
-- time has not come is pending.
create table bank_account (
  id text /*C*/ primary key,
  holder text not null,
  bank text not null,
  account text not null,
  bic text not null,
  asked_at text /*C*/ not null,
  asked_by text /*C*/ not null,
  asked_by_name text not null,
  holds_from text /*C*/ not null,
  withdrawn_at text /*C*/
);

-- Mails to administrators that are yet to be sent; one that went is deleted.

create table admin_mail (
  id text /*C*/ primary key,
  recipient text not null,
  language text not null,
  subject text not null,
  body text not null,
  attempts integer not null,
  next_attempt_at text /*C*/ not null
);

create index admin_mail_waiting on admin_mail (next_attempt_at);
