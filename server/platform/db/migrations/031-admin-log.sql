-- What administrators did, written in the transaction of each change. Rows are only added; a chore drops old ones.

create table admin_action (
  id text /*C*/ primary key,
  at text /*C*/ not null,
  kind text not null,
  actor_id text /*C*/ not null,
  actor_name text not null,
  thing text not null,
  thing_id text not null,
  thing_name text not null,
  changes text not null,
  search text not null
);

create index admin_action_by_time on admin_action (at, id);

create index admin_action_by_actor on admin_action (actor_id, at, id);

create index admin_action_by_thing on admin_action (thing, at, id);
