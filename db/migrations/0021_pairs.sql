-- Messages that replace others in an operation, such as copies without attachments: both are changed or neither.
create table operation_pairs (
	owner_id text not null,
	operation_id uuid not null,
	account_id uuid not null,
	-- The original and its replacement.
	email_id uuid not null,
	-- The provider's id; and the local id, once synced.
	copy_provider_id text not null,
	copy_id uuid,
	copy_bytes bigint not null,
	primary key (owner_id, operation_id, account_id, email_id)
);
