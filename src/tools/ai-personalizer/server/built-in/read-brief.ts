import { trimEndOf } from "#shared/trim.ts";

/** A sentence to the recipient; or words of the brief of which that is not certain. */
export type Part = string | { unclear: string };

/** What a pattern finds in a part of a brief, and the sentence that it becomes. */
export type Reader = readonly [pattern: RegExp, say: (...parts: string[]) => Part];

interface BriefRules {
	/** Where one thing to say ends and the next begins. */
	split: RegExp;
	/** Leaves out of a part what is for the assistant; empty: all of it is. */
	clean?: (part: string) => string;
	/** The first one that fits is used. */
	readers: readonly Reader[];
	/** What no reader fits; null: it is for the assistant. */
	otherwise: (part: string) => Part | null;
}

/** A brief as sentences to its recipient, in order. */
export function readBrief(brief: string, { split, clean, readers, otherwise }: BriefRules): Part[] {
	return trimEndOf(brief, ".!")
		.split(split)
		.flatMap((raw): Part[] => {
			const whole = trimEndOf(raw.trim(), ".,;:");
			const part = clean === undefined ? whole : clean(whole);
			if (part === "") return [];
			for (const [pattern, say] of readers) {
				const [found, ...parts] = pattern.exec(part) ?? [];
				if (found !== undefined) return [say(...parts.map((one) => one ?? ""))];
			}
			const said = otherwise(part);
			return said === null ? [] : [said];
		});
}
