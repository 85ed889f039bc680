-- A page of a product's reviews, newest first.

create index review_by_time on review (fish_id, created_at, id);
