-- Mails to people about their account, yet to be sent. The link in one is made when it is sent, so no token is stored.

create table account_mail (
  id text /*C*/ primary key,
  kind text not null check (kind in ('reset', 'confirm')),
  email text /*C*/ not null,
  language text not null,
  attempts integer not null,
  next_attempt_at text /*C*/ not null
);

create index account_mail_waiting on account_mail (next_attempt_at);

-- Links that were sent or handed over: the hash of each token, and the address that the account had.
create table account_link (
  token_hash text /*C*/ primary key,
  account_id text /*C*/ not null references account (id) on delete cascade,
  kind text not null check (kind in ('reset', 'confirm')),
  email text /*C*/ not null,
  expires_at text /*C*/ not null,
  used_at text
);

create index account_link_by_account on account_link (account_id);

create index account_link_by_end on account_link (expires_at);
