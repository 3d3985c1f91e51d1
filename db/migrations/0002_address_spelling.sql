-- One spelling of each address (src/shared/mail/address-key.ts): domains in A-labels, no letters that nobody sees. What was
-- stored otherwise gets it; rows that then say the same are merged.

-- RFC 3492 §6.3, of one label.
create or replace function punycode(label text) returns text language plpgsql immutable strict parallel safe as $$
declare
	digits constant text := 'abcdefghijklmnopqrstuvwxyz0123456789';
	points constant integer[] := array(select ascii(c) from regexp_split_to_table(label, '') with ordinality as s (c, at) order by at);
	basic constant text := regexp_replace(label, '[^\x01-\x7f]', '', 'g');
	handled integer := length(basic);
	result text := case when basic = '' then '' else basic || '-' end;
	n integer := 128;
	delta integer := 0;
	bias integer := 72;
	point integer;
	next_n integer;
	q integer;
	t integer;
	k integer;
begin
	while handled < cardinality(points) loop
		select min(p) into next_n from unnest(points) as p where p >= n;
		delta := delta + (next_n - n) * (handled + 1);
		n := next_n;
		foreach point in array points loop
			if point < n then
				delta := delta + 1;
			elsif point = n then
				q := delta;
				k := 36;
				loop
					t := greatest(1, least(26, k - bias));
					exit when q < t;
					result := result || substr(digits, t + (q - t) % (36 - t) + 1, 1);
					q := (q - t) / (36 - t);
					k := k + 36;
				end loop;
				result := result || substr(digits, q + 1, 1);
				-- §6.1
				delta := delta / case when handled = length(basic) then 700 else 2 end;
				delta := delta + delta / (handled + 1);
				k := 0;
				while delta > 455 loop
					delta := delta / 35;
					k := k + 36;
				end loop;
				bias := k + 36 * delta / (delta + 38);
				delta := 0;
				handled := handled + 1;
			end if;
		end loop;
		delta := delta + 1;
		n := n + 1;
	end loop;
	return result;
end $$;

-- `addressKey` in SQL, for addresses whose letters beyond ASCII are in lower case.
create or replace function address_key(written text) returns text language plpgsql immutable strict parallel safe as $$
declare
	address text := lower(btrim(written));
	host text;
begin
	if address ~ '[^\x01-\x7e]' then
		address := normalize(address, nfc);
		address := btrim(regexp_replace(address,
			'[\u007f\u00a0\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff]',
			'', 'g'));
		-- Joiners change what is read in Arabic and Indic scripts alone.
		if address !~ '[\u0600-\u07bf\u0900-\u0dff\u1800-\u18af]' then
			address := regexp_replace(address, '[\u200c\u200d]', '', 'g');
		end if;
	end if;
	if strpos(address, '@') = 0 then return address; end if;
	host := regexp_replace(translate(substring(address from '[^@]*$'), '。．｡', '...'), '\.$', '');
	if host ~ '[^\x01-\x7f]' then
		host := (select string_agg(case when label ~ '[^\x01-\x7f]' then 'xn--' || punycode(label) else label end, '.' order by at)
			from regexp_split_to_table(host, '\.') with ordinality as s (label, at));
	end if;
	return regexp_replace(regexp_replace(address, '@[^@]*$', ''), '^"([a-z0-9_!#$%&''*+/=?^`{|}~-]+(?:\.[a-z0-9_!#$%&''*+/=?^`{|}~-]+)*)"$', '\1')
		|| '@' || host;
end $$;

-- Gives a column of addresses the one spelling. Of rows that then have the same key, the one that has it already stays.
create or replace function respell_addresses(of_table regclass, address_column text, other_keys text[]) returns void
language plpgsql as $$
declare
	keys text := array_to_string(array(select format('t.%I', k) from unnest(other_keys) as k), ', ');
	same text := array_to_string(array(select format('o.%1$I = t.%1$I', k) from unnest(other_keys) as k), ' and ');
begin
	execute format('create temporary table respelled on commit drop as
		select t.ctid as at, address_key(t.%1$I) as after,
			row_number() over (partition by %2$s, address_key(t.%1$I) order by t.%1$I) > 1
				or exists (select from %3$s o where %4$s and o.%1$I = address_key(t.%1$I)) as is_double
		from %3$s t where t.%1$I ~ ''[^\x01-\x7e]'' and t.%1$I <> address_key(t.%1$I)', address_column, keys, of_table, same);
	execute format('delete from %s t using respelled r where t.ctid = r.at and r.is_double', of_table);
	execute format('update %s t set %I = r.after from respelled r where t.ctid = r.at and not r.is_double',
		of_table, address_column);
	drop table respelled;
end $$;

-- Whoever asked for no more mail stays so, whatever suppressed the other spelling.
update suppressions s set source = 'unsubscribe', reason = d.reason from suppressions d
	where d.target ~ '[^\x01-\x7e]' and d.source = 'unsubscribe' and s.owner_id = d.owner_id
		and s.target = address_key(d.target) and s.source <> 'unsubscribe';
select respell_addresses('suppressions', 'target', '{owner_id}');
select respell_addresses('outgoing_recipients', 'address', '{owner_id,account_id,outgoing_id}');
update outgoing_messages set sender = address_key(sender) where sender ~ '[^\x01-\x7e]';
update connected_accounts set email = address_key(email) where email ~ '[^\x01-\x7e]';
update category_corrections set target = address_key(target) where target_type = 'sender' and target ~ '[^\x01-\x7e]';

-- Stored mail: the senders are few and listed in their own table. What is counted by sender is added up.
create temporary table respelled_senders on commit drop as
	select distinct owner_id, account_id, sender_email as before, address_key(sender_email) as after from sender_stats
	where sender_email ~ '[^\x01-\x7e]' and sender_email <> address_key(sender_email);
update emails e set sender_email = r.after from respelled_senders r
	where e.owner_id = r.owner_id and e.account_id = r.account_id and e.sender_email = r.before;
with moved as (
	delete from sender_stats s using respelled_senders r
	where s.owner_id = r.owner_id and s.account_id = r.account_id and s.sender_email = r.before returning s.*, r.after
)
insert into sender_stats as s (owner_id, account_id, sender_email, folder_role, sender_name, email_count, read_count,
	size_bytes, first_date, last_date)
select owner_id, account_id, after, folder_role, (array_agg(sender_name order by last_date desc))[1], sum(email_count),
	sum(read_count), sum(size_bytes), min(first_date), max(last_date)
from moved group by owner_id, account_id, after, folder_role
on conflict (owner_id, account_id, sender_email, folder_role) do update set
	sender_name = case when excluded.last_date > s.last_date then excluded.sender_name else s.sender_name end,
	email_count = s.email_count + excluded.email_count, read_count = s.read_count + excluded.read_count,
	size_bytes = s.size_bytes + excluded.size_bytes, first_date = least(s.first_date, excluded.first_date),
	last_date = greatest(s.last_date, excluded.last_date);
with moved as (
	delete from month_stats s using respelled_senders r
	where s.owner_id = r.owner_id and s.account_id = r.account_id and s.sender_email = r.before returning s.*, r.after
)
insert into month_stats as s (owner_id, account_id, month, folder_role, category, list_key, sender_email, email_count,
	read_count, size_bytes)
select owner_id, account_id, month, folder_role, category, list_key, after, sum(email_count), sum(read_count), sum(size_bytes)
from moved group by owner_id, account_id, month, folder_role, category, list_key, after
on conflict (owner_id, account_id, month, folder_role, category, list_key, sender_email) do update set
	email_count = s.email_count + excluded.email_count, read_count = s.read_count + excluded.read_count,
	size_bytes = s.size_bytes + excluded.size_bytes;

-- People are computed again; those whom the user merged stay merged where one spelling is left.
delete from people_refreshes p where exists (select from respelled_senders r where r.owner_id = p.owner_id)
	or exists (select from sent_recipients s where s.owner_id = p.owner_id and s.address ~ '[^\x01-\x7e]');
select respell_addresses('sent_recipients', 'address', '{owner_id,account_id,email_id}');
select respell_addresses('person_addresses', 'address', '{owner_id}');
