/**
 * Tables whose rows are not backed up: credentials in effect (a copied session would let anyone who finds the file
 * sign in), and state that only concerns current processes and files.
 */
export const EXCLUDED_TABLES = new Set([
	"sessions",
	"verifications",
	"pending_consents",
	"security_checks",
	"rate_limits",
	"account_locks",
	"transient_events",
	"provider_budgets",
	"work_limit_usage",
	"watchers",
	// The index of the embedded database is not in a backup.
	"search_outbox",
	"search_outbox_state",
	// Archives and artifacts expire within weeks, and partial uploads cannot resume elsewhere: their files are not in a
	// backup.
	"exports",
	"artifacts",
	"uploads",
]);
