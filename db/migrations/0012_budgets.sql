-- What may still be asked of a provider, kept here so that every process counts together and a restart forgets nothing.
-- Budgets of the whole server belong to the owner '' and the account of zeros.

create table provider_budgets (
	owner_id text not null,
	account_id uuid not null,
	name text not null,
	-- Units that were left at `counted_at`; they grow back with time.
	units double precision not null,
	counted_at timestamptz not null,
	-- The provider asked for quiet until then.
	paused_until timestamptz,
	primary key (owner_id, account_id, name)
);
