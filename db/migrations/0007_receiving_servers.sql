-- The server that receives a mailbox's mail, whose Authentication-Results (RFC 8601) are believed: organizational domains of its
-- authserv-ids, and whether it omits them. By its provider, or learned from the mailbox.
create table receiving_servers (
	owner_id text not null,
	account_id uuid not null,
	domains text[] not null,
	is_unnamed boolean not null,
	primary key (owner_id, account_id)
);
