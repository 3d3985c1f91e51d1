-- Jobs that crash or freeze their process: the process of a job, and its crash count.
alter table jobs
	-- The process that runs it, or ran it last.
	add column runner uuid,
	-- Suspect: it was running when its process crashed and may be the cause; a process runs one suspect at a time.
	add column suspect boolean not null default false,
	-- Crashes it may have caused, and its progress at the last one.
	add column crashes integer not null default 0,
	add column crash_done double precision not null default 0,
	-- Stable code, next to the message in error.
	add column error_code text;
create index jobs_crashed on jobs (owner_id, kind) where error_code = 'job-crashed';
