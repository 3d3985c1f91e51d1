import { createHash } from "node:crypto";
import { excerpt } from "../reading/row.ts";
import type { Prediction } from "./evaluate.ts";
import { REASONS } from "./reasons.ts";

/** A message that is in another category than its label says. */
export interface Miss {
	/** Its place in the corpus, subject, label and category. */
	what: string;
	/** Null: nobody has read it yet. */
	reason: string | null;
}

/** The messages that are in another category than their label says, with the same verdicts together. */
export function missesOf(judged: readonly Prediction[]): Miss[] {
	const misses = judged.filter(({ one, found }) => one.truth[0] !== found);
	return misses
		.map(
			({ one, found }): Miss => ({
				what: `${one.file} ${excerpt(one.facts.subject)}: labeled ${one.truth[0]}, found ${found}`,
				reason: REASONS[digest(one.facts.messageId ?? "")] ?? null,
			}),
		)
		.sort((a, b) => (a.reason ?? "").localeCompare(b.reason ?? ""));
}

export function lineOf({ what, reason }: Miss): string {
	return `${what}. ${reason ?? "No reason: it has not been read yet."}`;
}

/** Names every message of a mailbox that is in another category than its label says, with the reason. */
export function printMisses(judged: readonly Prediction[]): void {
	const misses = missesOf(judged);
	if (misses.length === 0) return;
	console.log(`\ngmail: ${misses.length} of ${judged.length} missed`);
	for (const [verdict, some] of Map.groupBy(misses, ({ reason }) => reason?.split(":")[0] ?? "No reason"))
		console.log(`${some.length} × ${verdict}`);
	for (const miss of misses) console.log(`  ${lineOf(miss)}`);
}

function digest(text: string): string {
	return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
