-- People as well as messages, of all campaigns that track: shares of opens and clicks are those of the campaigns.
create or replace view tracked_emails_v1 as
	select m.owner_id, m.sender_id as account_id, m.sent_at, c.tracks_opens, m.links <> '{}' as tracks_clicks, m.opened_at,
		m.clicked_at, m.recipient_id, c.tracks_clicks as is_click_tracked
	from campaign_messages m join campaigns c on c.owner_id = m.owner_id and c.id = m.campaign_id
	where m.sent_at is not null and (c.tracks_opens or c.tracks_clicks);
