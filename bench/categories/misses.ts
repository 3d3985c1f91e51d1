import { type Feature, featuresOf } from "#server/mail/classify/features/features.ts";
import type { Category } from "#shared/mail/categories.ts";
import { excerpt } from "../reading/row.ts";
import type { Judged } from "./judge.ts";

/** Names every message of a mailbox that is in another category than its label says, by reason. */
export function printMisses(judged: readonly Judged[]): void {
	const byReason = missesByReason(judged);
	if (byReason.size === 0) return;
	const count = [...byReason.values()].flat().length;
	console.log(`\ngmail: ${count} of ${judged.length} missed`);
	for (const [reason, some] of byReason) {
		console.log(`${some.length} × ${reason}`);
		for (const { one, found } of some)
			console.log(`  ${one.file}: ${one.truth[0]}, found ${found}: ${excerpt(one.facts.subject)}`);
	}
}

/** Messages of a mailbox that are in another category than their label says, by reason. */
export function missesByReason(judged: readonly Judged[]): Map<string, Judged[]> {
	const misses = judged.filter(({ one, found }) => one.truth[0] !== found);
	return Map.groupBy(misses, (miss) => reasonOf(miss, judged));
}

const APPEALS: readonly Feature[] = [
	"mailing-with-appeal",
	"asks-for-money",
	"asks-to-sign",
	"links-to-donate",
	"paid-for",
];
const CONFIRMS: readonly Feature[] = ["asks-to-confirm", "welcomes", "mailing-to-confirm"];

/** Why a message is missed, in one sentence. */
function reasonOf({ one, found }: Judged, all: readonly Judged[]): string {
	const label = one.truth[0] as Category;
	const features = featuresOf(one.facts);
	const has = (some: readonly Feature[]): boolean => some.some((feature) => features.has(feature));
	const ofSender = all.filter((other) => other.one.group === one.group).map((other) => other.one.truth[0]);
	if (label === "primary") return "It is a mailing, which the label files as personal.";
	if (has(CONFIRMS)) return `It is a welcome or a confirmation, which the label files under ${label}.`;
	if (ofSender.includes(label) && ofSender.includes(found))
		return `The label files mail of this sender under ${label} and ${found}.`;
	if (found === "promotions" && has(APPEALS))
		return "It asks for money or signatures as others do, and the label files all of its sender under updates.";
	if (found === "promotions") return "It is a newsletter sent as campaigns are, which the label files under updates.";
	if (has(APPEALS)) return "It asks for money or signatures among news, and is taken for news.";
	return "Neither its text nor its links offer or ask for anything.";
}
