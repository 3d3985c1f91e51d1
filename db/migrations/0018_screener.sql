-- Mailboxes with the screener enabled.
create table screener_mailboxes (
	owner_id text not null,
	account_id uuid not null,
	is_on boolean not null,
	-- Mail of undecided senders is moved to the screener folder; otherwise it stays.
	holds_back boolean not null,
	primary key (owner_id, account_id)
);
