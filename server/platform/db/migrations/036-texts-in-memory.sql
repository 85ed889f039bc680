-- The index in memory (server/catalogue/fish-index.ts) makes the text in which a product is searched.

alter table fish drop column search;
