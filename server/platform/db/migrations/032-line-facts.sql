-- A line of a request copies what the product said of itself. Lines from before have none of it.

alter table order_item add column code text not null default '';

alter table order_item add column size text not null default '';

alter table order_item add column weight text not null default '';

alter table order_item add column presentation text not null default '';

alter table order_item add column treatment text not null default '';

alter table order_item add column glazing double precision not null default 0;

alter table order_item add column packing text not null default '';
