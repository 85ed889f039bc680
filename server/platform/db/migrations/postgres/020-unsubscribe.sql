-- Each subscriber has a random token for the link that ends the newsletter.

alter table subscriber add column token text not null default '';

update subscriber set token = replace(gen_random_uuid()::text, '-', '');

create unique index subscriber_by_token on subscriber (token);
