-- With what and when a session was last used, for its user to recognise it: browser and system, parted by a slash.

alter table login_session add column device text not null default '';

alter table login_session add column created_at text;

alter table login_session add column last_used_at text;
