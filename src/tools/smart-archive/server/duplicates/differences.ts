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
	const days = Math.round(Math.abs(kept.receivedAt.getTime() - other.receivedAt.getTime()) / 86_400_000);
	if (days > 0)
		found.push(
			days === 1
				? "A day earlier or later"
				: `${days} days ${other.receivedAt < kept.receivedAt ? "earlier" : "later"}`,
		);
	return found.length > 0 || kept.words === null ? found : ["No word differs"];
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
