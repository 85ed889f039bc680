-- Article numbers that differ in the case of A to Z only are the same one. Shops that have such a pair keep it.

create index fish_by_article_key on fish (lower(code /*C*/));
