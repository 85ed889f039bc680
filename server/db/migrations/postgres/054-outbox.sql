insert into outbox (id, kind, target, subject, event, seq, owner, payload, at, since, attempts, next_at, lease_until, problem)
  select mail.id, 'order_mail', mail.recipient, 'order:' || mail.order_id, case when mail.milestone_seq is not null then 'milestone'
      when mail.is_ending = 1 then 'ending' when mail.offer_seq is not null then 'offer' else '' end,
    coalesce(mail.milestone_seq, mail.offer_seq, 0), case when mail.recipient = '' then '' else shop_order.buyer_id end,
    json_build_object('subject', mail.subject, 'text', mail.body, 'language', shop_order.language)::text,
    mail.next_attempt_at, mail.next_attempt_at, mail.attempts, mail.next_attempt_at, '', ''
  from order_mail as mail join shop_order on shop_order.id = mail.order_id;

drop table order_mail;

insert into outbox (id, kind, target, subject, event, seq, owner, payload, at, since, attempts, next_at, lease_until, problem)
  select id, 'admin_mail', recipient, '', '', 0, '', json_build_object('subject', subject, 'text', body, 'language', language)::text,
    next_attempt_at, next_attempt_at, attempts, next_attempt_at, '', ''
  from admin_mail;

drop table admin_mail;
