-- The number of the offer's event that a mail is about: it is sent only while that offer is the current one.

alter table order_mail add column offer_seq integer;

-- 1: says that the offer expires, with the words of the day on which it is sent

alter table order_mail add column is_ending integer not null default 0;
