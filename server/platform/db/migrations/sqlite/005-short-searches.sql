-- With two line breaks after each text, every character of it starts a trigram, and the list of all trigrams answers
-- searches for one or two characters. Texts written from now on come with them.

update fish set search = search || char(10) || char(10);

create virtual table fish_trigram using fts5vocab(fish_search, row);
