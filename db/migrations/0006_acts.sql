-- What a message does to its conversation (`Act` in src/server/mail/waiting/act.ts), with the version of the rules; null: not read yet.
alter table emails add column act jsonb;
alter table emails alter column act set statistics 0;
