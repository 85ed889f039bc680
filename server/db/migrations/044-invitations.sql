-- Invitations to become an administrator, and the hash of each link: the one that was mailed also proves the address. Ended ones stay
-- for a while, so that people learn why a link does not work.

create table invitation (
  id text /*C*/ primary key,
  email text /*C*/,
  rights text not null,
  language text not null,
  created_at text /*C*/ not null,
  created_by text /*C*/ references account (id) on delete set null,
  until text /*C*/ not null,
  ended_at text /*C*/,
  ended_by text check (ended_by in ('acceptance', 'withdrawal'))
);

create index invitation_by_email on invitation (email);

create index invitation_by_maker on invitation (created_by);

create table invitation_link (
  token_hash text /*C*/ primary key,
  invitation_id text /*C*/ not null references invitation (id) on delete cascade,
  is_mailed integer not null,
  until text /*C*/ not null
);

create index invitation_link_by_invitation on invitation_link (invitation_id);

alter table account_mail add column invitation_id text /*C*/;
