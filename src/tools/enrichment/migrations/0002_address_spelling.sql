-- One spelling of each address; nothing is kept of people who opted out in another one.
select respell_addresses('enrichment_opt_outs', 'email', '{owner_id}');
select respell_addresses('enrichments', 'email', '{owner_id}');
delete from enrichments e where exists (
	select from enrichment_opt_outs o where o.owner_id = e.owner_id and o.email = e.email);
