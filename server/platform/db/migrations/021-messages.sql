-- What an administrator has done with a message of the contact form.

alter table contact_message add column read_at text;

alter table contact_message add column answered_at text;
