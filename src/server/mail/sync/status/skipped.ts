import type { SkippedEntry, SkippedKind } from "../../provider/provider.ts";

/** Describes what an import skipped, in one or two sentences for the user who uploaded the file. */

const NOUNS: Record<Exclude<SkippedKind, "limit">, [one: string, many: string]> = {
	empty: ["message without any content", "messages without any content"],
	copy: ["further copy of a message already imported", "further copies of messages already imported"],
	overlap: ["overlapping archive entry", "overlapping archive entries"],
	unreadable: ["entry that could not be read", "entries that could not be read"],
};

/**
 * @param kinds count per kind
 * @param skipped the first skipped entries, used for the reason why reading stopped
 * @returns null when nothing was skipped
 */
export function describeExcluded(
	kinds: Partial<Record<SkippedKind, number>>,
	skipped: readonly SkippedEntry[],
): string | null {
	const sentences: string[] = [];
	const parts: string[] = [];
	for (const kind of ["empty", "copy", "overlap", "unreadable"] as const) {
		const count = kinds[kind] ?? 0;
		const [one, many] = NOUNS[kind];
		if (count > 0) parts.push(`${count.toLocaleString("en-US")} ${count === 1 ? one : many}`);
	}
	if (parts.length > 0) sentences.push(`Skipped: ${parts.join(", ")}.`);
	if ((kinds.limit ?? 0) > 0) {
		const reason = skipped.find(({ kind }) => kind === "limit")?.reason;
		sentences.push(`The rest of the file was not read${reason === undefined ? "" : ` (${reason})`}.`);
	}
	return sentences.length === 0 ? null : sentences.join(" ");
}
