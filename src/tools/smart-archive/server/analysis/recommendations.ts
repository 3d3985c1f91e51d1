import type { Card } from "../../contract.ts";
import { LARGE_ABOVE_BYTES } from "../../thresholds.ts";
import type { Usage } from "../../usage.ts";
import { type Count, type Figures, sum } from "./figures.ts";
import type { SenderFacts } from "./senders.ts";

/** Recommendations from the figures, as sentences. None is made without figures for it. */

interface Facts {
	figures: Figures;
	cards: readonly Card[];
	senders: readonly SenderFacts[];
	usage: Usage;
}

/** Share of a few senders above which they are mentioned. */
const MUCH_SHARE = 0.25;
/** One with less is none of them. */
const WORTH_NAMING = 0.05;
const HOW_MANY = ["One sender takes", "Two senders take", "Three senders take"];
/** A rarely read sender: minimum messages, and maximum share read. */
const MANY = 20;
const HARDLY_READ = 0.1;
const SHOWN = 5;

export function recommendationsOf({ figures, cards, senders, usage }: Facts): string[] {
	const sentences: string[] = [];
	const top = senders.slice(0, 3).filter(({ share }) => share >= WORTH_NAMING);
	const share = top.reduce((sum, sender) => sum + sender.share, 0);
	if (share >= MUCH_SHARE)
		sentences.push(
			`${HOW_MANY[top.length - 1]} ${Math.round(share * 100)}% of the space of what you received: ${top.map(nameOf).join(", ")}. Sweep rules can keep their newest emails alone.`,
		);
	for (const sender of senders.filter(isHardlyRead).slice(0, 2))
		sentences.push(
			`You have read ${sender.readCount} of ${sender.count} emails from ${nameOf(sender)}. Unsubscribing stops them; a sweep rule clears them.`,
		);
	const large = sum(figures.large);
	if (large.bytes > figures.all.bytes * MUCH_SHARE) sentences.push(largeEmails(large, figures.all.bytes));
	if (figures.discarded.bytes > 0 && !cards.some(({ type }) => type === "spam_trash"))
		sentences.push("What you move to trash takes space until the trash is emptied.");
	if (usage.basis === "estimated" && usage.quotaBytes > 0)
		sentences.push(
			"Not every mail server reports its quota. Mailboxes without one are not part of the share that is used.",
		);
	return sentences.slice(0, SHOWN);
}

function largeEmails({ count, bytes }: Count, allBytes: number): string {
	const above = `above ${LARGE_ABOVE_BYTES / 1_000_000} MB`;
	const share = `${Math.round((bytes / allBytes) * 100)}% of all space`;
	return count === 1
		? `One email ${above} takes ${share}. A backup keeps it available after you delete it.`
		: `${count} emails ${above} take ${share}. A backup keeps them available after you delete them.`;
}

function isHardlyRead({ count, readCount }: SenderFacts): boolean {
	return count >= MANY && readCount / count <= HARDLY_READ;
}

function nameOf({ name, email }: SenderFacts): string {
	return name === "" ? email : name;
}
