-- A mail or push message about a milestone, by the number of its event, goes with it when it is corrected.

alter table order_mail add column milestone_seq integer;

alter table push_message add column milestone_seq integer;
