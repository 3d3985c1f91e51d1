-- Messages that an operation puts into the place of others, such as copies without their attachments: they change places
-- together or not at all.
create table operation_pairs (
	owner_id text not null,
	operation_id uuid not null,
	account_id uuid not null,
	-- The one that goes, and the one that comes.
	email_id uuid not null,
	-- As the provider names it; and here, once a sync has brought it.
	copy_provider_id text not null,
	copy_id uuid,
	copy_bytes bigint not null,
	primary key (owner_id, operation_id, account_id, email_id)
);
