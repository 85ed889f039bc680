-- Mails about accounts may be of other kinds than links: administrators are told of paused webhooks. The program checks the kind.

create table account_mail_of_any_kind (
  id text /*C*/ primary key,
  kind text not null,
  email text /*C*/ not null,
  language text not null,
  attempts integer not null,
  next_attempt_at text /*C*/ not null
);

insert into account_mail_of_any_kind (id, kind, email, language, attempts, next_attempt_at)
  select id, kind, email, language, attempts, next_attempt_at from account_mail;

drop table account_mail;

alter table account_mail_of_any_kind rename to account_mail;

create index account_mail_waiting on account_mail (next_attempt_at);
