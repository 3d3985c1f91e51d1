-- Jobs that crash or freeze their process: who ran a job, and how often its process died because of it.
alter table jobs
	-- The process that runs it, or ran it last.
	add column runner uuid,
	-- It was running when its process crashed and may be the cause: runs one at a time with others like it.
	add column suspect boolean not null default false,
	-- Crashes that it can have been the cause of, and how far it was at the last one.
	add column crashes integer not null default 0,
	add column crash_done double precision not null default 0,
	-- Stable, next to the sentence in error.
	add column error_code text;
create index jobs_crashed on jobs (owner_id, kind) where error_code = 'job-crashed';
