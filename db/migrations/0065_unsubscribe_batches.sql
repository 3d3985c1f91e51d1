-- contract: attempts belong to batches of work instead of jobs.

alter index unsubscribe_attempts_job rename to unsubscribe_attempts_batch;
-- Null: the user unsubscribed manually.
alter table unsubscribe_attempts rename column job_id to batch_id;
