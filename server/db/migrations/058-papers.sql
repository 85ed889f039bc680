-- The claim that a credit note is about, and a mark of what was loaded when a paper that says it was made.

alter table paper add column claim text;

alter table paper add column loaded text;
