-- Each subscriber has a random token for the link that ends the newsletter.

alter table subscriber add column token text not null default '';

update subscriber set token = lower(hex(randomblob(16)));

create unique index subscriber_by_token on subscriber (token);
