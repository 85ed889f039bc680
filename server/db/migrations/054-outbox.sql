-- All that leaves the shop waits in one table: mails, push messages, events for webhooks. `target` is an address, a subscription or a webhook,
-- `subject` the kind and id of what it is about. The files of each database beside this one carry what has JSON, then drop the former tables.

create table outbox (
  id text /*C*/ primary key,
  kind text /*C*/ not null,
  target text /*C*/ not null,
  subject text /*C*/ not null,
  event text /*C*/ not null,
  seq integer not null,
  owner text /*C*/ not null,
  payload text not null,
  at text /*C*/ not null,
  since text /*C*/ not null,
  attempts integer not null,
  next_at text /*C*/,
  asked_at text /*C*/,
  lease_until text /*C*/ not null,
  status integer,
  problem text not null,
  done_at text /*C*/
);

insert into outbox (id, kind, target, subject, event, seq, owner, payload, at, since, attempts, next_at, asked_at, lease_until, status, problem, done_at)
  select id, 'webhook', webhook_id, subject, event, seq, owner, body, at, since, attempts, next_at, asked_at, '', status, problem, done_at
  from webhook_delivery;

drop table webhook_delivery;

alter table webhook drop column lease_until;

insert into outbox (id, kind, target, subject, event, seq, owner, payload, at, since, attempts, next_at, lease_until, problem)
  select id, 'push_message', subscription_id, 'order:' || order_id, case when milestone_seq is null then '' else 'milestone' end,
    coalesce(milestone_seq, 0), '', '', next_attempt_at, next_attempt_at, attempts, next_attempt_at, '', ''
  from push_message;

drop table push_message;

insert into outbox (id, kind, target, subject, event, seq, owner, payload, at, since, attempts, next_at, lease_until, problem)
  select id, 'account_mail', email, case when invitation_id is not null then 'invitation:' || invitation_id
      when link_hash is not null then 'link:' || link_hash else '' end,
    kind, 0, '', '{"language":"' || language || '"}', next_attempt_at, next_attempt_at, attempts, next_attempt_at, '', ''
  from account_mail;

drop table account_mail;

-- the sender of a message chose its id
insert into outbox (id, kind, target, subject, event, seq, owner, payload, at, since, attempts, next_at, lease_until, problem)
  select 'message:' || id, 'contact_message', '', 'message:' || id, '', 0, '', '', created_at, created_at, attempts, next_attempt_at, '', ''
  from contact_message where next_attempt_at is not null;

drop index contact_message_waiting;

alter table contact_message drop column sent_at;

alter table contact_message drop column attempts;

alter table contact_message drop column next_attempt_at;

create index outbox_waiting on outbox (kind, next_at, id) where next_at is not null;

create index outbox_order on outbox (target, subject, seq, id) where next_at is not null;

create index outbox_asked on outbox (target) where asked_at is not null;

create index outbox_log on outbox (target, at, id);

create index outbox_subject on outbox (subject);

create index outbox_owner on outbox (owner) where owner <> '';

create index outbox_done on outbox (done_at) where done_at is not null;
