-- When somebody followed the link that was mailed to the account's address; null for an address that nobody confirmed.

alter table account add column confirmed_at text;
