-- When the password was last typed in a session, and since when an account is as it is: who confirms a bank account must have been there
-- before. After a change of address or password a link to the old address leads back: the first row of each change is kept by no link.

alter table login_session add column password_at text /*C*/;

alter table account add column credentials_at text /*C*/;

alter table account add column shop_since text /*C*/;

alter table account add column vouched_by text not null default '';

create table account_link_of_any_kind (
  token_hash text /*C*/ primary key,
  account_id text /*C*/ not null references account (id) on delete cascade,
  kind text not null,
  email text /*C*/ not null,
  expires_at text /*C*/ not null,
  used_at text,
  made_by text /*C*/,
  change_number integer not null default 0,
  rights text not null default ''
);

insert into account_link_of_any_kind (token_hash, account_id, kind, email, expires_at, used_at)
  select token_hash, account_id, kind, email, expires_at, used_at from account_link;

drop table account_link;

alter table account_link_of_any_kind rename to account_link;

create index account_link_by_account on account_link (account_id);

create index account_link_by_end on account_link (expires_at);

create index account_link_by_address on account_link (email);

alter table account_mail add column link_hash text /*C*/;
