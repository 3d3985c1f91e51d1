/** The compared fields of a message. */
export interface Compared {
	subject: string;
	receivedAt: Date;
	/** Tokens of the subject, a line end, tokens of the text. Null: not stored. */
	words: string | null;
}

/** Maximum words shown of a difference. */
const SHOWN_WORDS = 12;

/** Describes how a message differs from the one to keep, or that it does not. */
export function differencesOf(kept: Compared, other: Compared): string[] {
	const found: string[] = [];
	if (kept.subject !== other.subject) found.push(`Subject: “${other.subject}”`);
	const [mine, theirs] = [kept, other].map(
		({ words }) => (words ?? "").split("\n")[1]?.split(" ").filter(Boolean) ?? [],
	);
	const [less, more] = [only(mine ?? [], theirs ?? []), only(theirs ?? [], mine ?? [])];
	if (more.length > 0) found.push(`Only here: ${listed(more)}`);
	if (less.length > 0) found.push(`Missing here: ${listed(less)}`);
	const when = timeBetween(kept.receivedAt.getTime(), other.receivedAt.getTime());
	if (when !== null) found.push(when);
	return found.length > 0 || kept.words === null ? found : ["No word differs"];
}

const UNITS = [
	["day", 86_400_000],
	["hour", 3_600_000],
	["minute", 60_000],
	["second", 1_000],
] as const;

/** `7 days earlier`; null: less than a second. */
function timeBetween(kept: number, other: number): string | null {
	for (const [unit, ms] of UNITS) {
		const count = Math.round(Math.abs(kept - other) / ms);
		if (count > 0) return `${count} ${unit}${count === 1 ? "" : "s"} ${other < kept ? "earlier" : "later"}`;
	}
	return null;
}

/** Words of the first list that the second does not have, in order. */
function only(words: readonly string[], others: readonly string[]): string[] {
	const remaining = new Map<string, number>();
	for (const word of others) remaining.set(word, (remaining.get(word) ?? 0) + 1);
	return words.filter((word) => {
		const count = remaining.get(word) ?? 0;
		remaining.set(word, count - 1);
		return count <= 0;
	});
}

function listed(words: readonly string[]): string {
	const shown = words.slice(0, SHOWN_WORDS).join(" ");
	const rest = words.length - SHOWN_WORDS;
	return rest > 0 ? `“${shown}” and ${rest} more words` : `“${shown}”`;
}
