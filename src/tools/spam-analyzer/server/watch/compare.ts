import type { Check, DomainChange } from "../../contract.ts";
import type { CheckId } from "../../scoring.ts";

/** The latest known result of each check. */
export type Known = Partial<Record<CheckId, { state: Check["state"]; records: string }>>;

/** Checks whose records are compared as well as their state. */
const WITH_RECORDS: ReadonlySet<CheckId> = new Set(["mx", "spf", "dmarc", "mta-sts", "tls-rpt", "bimi"]);
/** About the user's own mail, not about the domain. */
const IGNORED: ReadonlySet<CheckId> = new Set(["own-mail", "look-alike"]);

/**
 * Compares an analysis with what was known. A check without a result, such as one that timed out, changes nothing: what was known
 * before stays.
 */
export function compare(known: Known, checks: readonly Check[]): { known: Known; changes: DomainChange[] } {
	const next: Known = { ...known };
	const changes: DomainChange[] = [];
	for (const check of checks) {
		const { id, state, detail } = check;
		if (IGNORED.has(id) || state === "error" || state === "not_checked") continue;
		const records = recordsOf(check);
		const before = known[id];
		next[id] = { state, records };
		if (before === undefined || (before.state === state && before.records === records)) continue;
		changes.push({ check: id, before: before.state, after: state, was: before.records, is: records, detail });
	}
	return { known: next, changes };
}

/** Of DKIM only the state is compared: which keys are found depends on the selectors that are asked. */
function recordsOf({ id, evidence }: Check): string {
	if (!WITH_RECORDS.has(id)) return "";
	const [first] = evidence;
	const pattern = id === "mx" ? /^\d+ \S/ : /^v\s*=/i;
	return (id === "mx" || id === "spf" ? (first === undefined ? [] : [first]) : evidence)
		.flatMap(({ question, answers }) => (question.startsWith("GET ") ? [] : answers))
		.filter((answer) => pattern.test(answer))
		.sort()
		.join("\n");
}
