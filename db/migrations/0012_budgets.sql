-- Remaining request budgets per provider, shared by all processes and kept across restarts.
-- Budgets of the whole server belong to the owner '' and the account of zeros.

create table provider_budgets (
	owner_id text not null,
	account_id uuid not null,
	name text not null,
	-- Units left at `counted_at`; they refill over time.
	units double precision not null,
	counted_at timestamptz not null,
	-- The provider throttles requests until then.
	paused_until timestamptz,
	primary key (owner_id, account_id, name)
);
