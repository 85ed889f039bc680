-- Several pictures of a product: JSON; featured products; descriptions in three languages.

alter table fish add column pictures text not null default '';

-- The certificates of a product: JSON.

alter table fish add column certificate_files text not null default '';

alter table fish add column featured integer not null default 0;

alter table fish add column description text not null default '';

alter table fish add column description_fr text not null default '';

alter table fish add column description_es text not null default '';

create index fish_with_pictures on fish (id) where pictures <> '' or certificate_files <> '';

-- The address book of an account: JSON.

alter table account add column addresses text not null default '[]';

-- Accounts that are notified, once, when a product is in stock again.

create table stock_alert (
  fish_id text /*C*/ not null references fish (id) on delete cascade,
  account_id text /*C*/ not null references account (id) on delete cascade,
  language text not null,
  created_at text /*C*/ not null,
  primary key (fish_id, account_id)
);

create index stock_alert_by_account on stock_alert (account_id);

-- The customer of a request: the company of its buyer in lower case, or the buyer.

alter table shop_order add column customer text /*C*/ not null default '';
