-- What the shop says about itself: one row, none until settings are saved.

create table shop_settings (
  only_row integer primary key check (only_row = 1),
  version integer not null,
  logo text not null,
  body text not null,
  changed_at text not null
);
