-- What the trade says of a product beside the specified fields. Empty texts and 0 for what was not filled in.

alter table fish add column code text not null default '';

alter table fish add column presentation text not null default '';

alter table fish add column treatment text not null default '';

alter table fish add column glazing double precision not null default 0;

alter table fish add column origin text not null default '';

alter table fish add column packing text not null default '';

alter table fish add column certificates text not null default '';

create unique index fish_by_code on fish (code) where code <> '';
