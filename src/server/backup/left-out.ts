/**
 * Tables whose rows are not backed up: credentials in effect (a copied session would let anyone who finds the file
 * sign in), and state that only concerns current processes and files.
 */
export const EXCLUDED_TABLES = new Set([
	"sessions",
	"verifications",
	"consent_attempts",
	"security_checks",
	"rate_limits",
	"account_locks",
	"event_messages",
	"provider_budgets",
	"work_limits",
	"watchers",
	// Archives and artifacts expire within weeks, and partial uploads cannot resume elsewhere: their files are not in a
	// backup.
	"exports",
	"artifacts",
	"uploads",
]);
