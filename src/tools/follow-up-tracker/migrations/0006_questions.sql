-- A reply may ask something before it says yes or no.
alter table campaign_recipients drop constraint campaign_recipients_tone_check;
alter table campaign_recipients add constraint campaign_recipients_tone_check
	check (tone in ('interested', 'not_now', 'refused', 'wrong_person', 'question'));
