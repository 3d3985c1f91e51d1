/**
 * Tables whose rows are in no backup: open doors (a copied session would let in whoever finds the file), and what only
 * means something to the processes and files of the moment.
 */
export const LEFT_OUT = new Set([
	"sessions",
	"verifications",
	"consent_attempts",
	"security_checks",
	"rate_limits",
	"account_turns",
	"passing_events",
	"provider_budgets",
	"watchers",
	// Archives and kept files expire within weeks, and partial uploads go on nowhere else: their files are not in a backup.
	"exports",
	"kept_files",
	"uploads",
]);
