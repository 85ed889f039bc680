-- The answer of a key is made again from what it stored.

alter table idempotency_key drop column answer;
