-- The end of the buyer's counter, while it can be agreed to, and the price per tonne that a buyer asks for.

alter table shop_order add column counter_until text /*C*/;

alter table order_item add column target integer;

-- An offer can be answered on the page of the link.

alter table offer_link add column may_accept integer not null default 0;

-- The member of staff who wrote a request down for its buyer.

alter table shop_order add column written_by text;

-- The unanswered offers of which buyers were reminded; 0: the request, of which staff were.

create table reminder (
  order_id text /*C*/ not null references shop_order (id) on delete cascade,
  seq integer not null,
  primary key (order_id, seq)
);

-- requests from before are not announced now
insert into reminder (order_id, seq) select id, 0 from shop_order where state = 'requested';

-- Orders that staff look at again on a later day; `version`: that of the order when it was laid aside.

create table order_snooze (
  order_id text /*C*/ primary key references shop_order (id) on delete cascade,
  until text not null,
  version integer not null
);
