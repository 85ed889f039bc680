-- Marks in the lists of administrators: so many rows (`place`) come up to this one, itself included, in the order of creation.
-- Orders are in the order of created_at and id, accounts and subscribers in that of id alone (until_at is empty).
-- Triggers keep the places true; see list-marks.ts.

create table list_mark (
  list text not null,
  until_at text not null,
  until_id text /*C*/ not null,
  place integer not null,
  primary key (list, until_at, until_id)
);

create index list_mark_by_place on list_mark (list, place);
