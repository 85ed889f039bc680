-- What each administrator may do, in words separated by spaces; empty for customers. Administrators of before may do everything.

alter table account add column rights text not null default '';

update account set rights = 'orders products people shop' where is_admin = 1;

alter table account drop column is_admin;
