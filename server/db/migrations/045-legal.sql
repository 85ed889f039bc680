-- Terms, privacy and imprint: long texts apart from the settings. Which terms a person has agreed to, and when.

create table shop_text (
  page text /*C*/ primary key,
  version integer not null,
  body text not null,
  changed_at text /*C*/ not null
);

alter table account add column terms_version integer;

alter table account add column terms_at text /*C*/;
