-- What a reply proposes to do next: a day to write again, a colleague to write to, and which of it was done.
alter table campaign_recipients add column next_step_proposal jsonb;
