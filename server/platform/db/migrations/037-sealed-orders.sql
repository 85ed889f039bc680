-- When an administrator removed an accepted order, of which a copy for reading stays.

alter table shop_order add column sealed_at text;
