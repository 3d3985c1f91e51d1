import type { Card } from "../../contract.ts";
import { DISCARDED_ABOVE, HIGH_FROM_SHARE, OLD_ABOVE, PROMOTIONS_ABOVE } from "../../thresholds.ts";
import { type Count, type Figures, type Overlapping, sum } from "./figures.ts";

/** Actions that the mailbox supports, see `supportedActions`. */
export interface Doable {
	archive: boolean;
	detach: boolean;
	/** Every one of them does; otherwise the user is asked to allow it. */
	permanentDelete: boolean;
}

/** The cards for these figures, the most urgent first. */
export function cardsOf(figures: Figures, { archive, detach, permanentDelete }: Doable): Card[] {
	const { oldPromotions, oldEmails, discarded, nearCopies } = figures;
	const large = sum(figures.large);
	const copies = sum(figures.copies);
	const toArchive = archive ? (["archive"] as const) : [];
	const cards: (Card & { isShown: boolean })[] = [
		{
			...facts(oldPromotions, "old_promotions", "Old promotions", "Offers and newsletters older than 6 months."),
			priority: "high",
			cleanups: ["trash", "backup", ...toArchive],
			isShown: isCalledFor(figures).oldPromotions,
		},
		{
			...facts(large, "large_attachments", "Large attachments", "Emails of more than 5 MB with attached files."),
			priority: "high",
			cleanups: ["backup", "trash", ...(detach ? (["detach"] as const) : []), ...toArchive],
			isShown: large.count > 0,
		},
		{
			...facts(oldEmails, "old_emails", "Old emails", "Everything you received more than 1 year ago."),
			priority: "medium",
			cleanups: ["backup", "trash", ...toArchive],
			isShown: isCalledFor(figures).oldEmails,
		},
		{
			...facts(
				copies,
				"exact_duplicates",
				"Exact duplicates",
				"The same email more than once. One copy of each is kept.",
			),
			priority: "medium",
			cleanups: ["trash", "backup"],
			isShown: copies.count > 0,
		},
		{
			...facts(discarded, "spam_trash", "Spam and trash", "Emails in spam and trash still take up space."),
			priority: "low",
			cleanups: permanentDelete ? ["delete", "trash"] : ["trash", "delete"],
			isShown: isCalledFor(figures).discarded,
		},
		{
			...facts(nearCopies, "near_duplicates", "Near duplicates", "The same email sent again, or with a footer."),
			priority: "low",
			cleanups: [],
			isShown: nearCopies.count > 0,
		},
	];
	return cards
		.filter((card) => card.isShown)
		.map(({ isShown: _, ...card }) => ({ ...card, priority: priorityOf(card, figures.all.bytes) }));
}

/** High only where it frees much of the space. */
function priorityOf({ priority, bytes }: Pick<Card, "priority" | "bytes">, all: number): Card["priority"] {
	return priority === "high" && bytes < all * HIGH_FROM_SHARE ? "medium" : priority;
}

function facts({ count, bytes }: Count, type: Card["type"], title: string, description: string) {
	return { type, title, description, count, bytes };
}

function isCalledFor({ oldPromotions, oldEmails, discarded }: Figures) {
	return {
		oldPromotions: oldPromotions.count > PROMOTIONS_ABOVE,
		oldEmails: oldEmails.count > OLD_ABOVE,
		discarded: discarded.count > DISCARDED_ABOVE,
	};
}

/** Bytes of everything on a card that can be removed. A message on several cards counts once. */
export function reclaimableBytes(figures: Figures): number {
	const called = isCalledFor(figures);
	const promotions = called.oldPromotions ? figures.oldPromotions.bytes : 0;
	const old = called.oldEmails ? figures.oldEmails.bytes : 0;
	const both = called.oldPromotions && called.oldEmails ? figures.oldBoth.bytes : 0;
	const isElsewhere = (part: Overlapping): boolean =>
		(called.oldPromotions && part.isOldPromotion) || (called.oldEmails && part.isOld);
	const large = figures.large.filter((part) => !isElsewhere(part));
	const copies = figures.copies.filter((part) => !isElsewhere(part) && !part.isLarge);
	const discarded = called.discarded ? figures.discarded.bytes : 0;
	return promotions + old - both + sum(large).bytes + sum(copies).bytes + discarded;
}
