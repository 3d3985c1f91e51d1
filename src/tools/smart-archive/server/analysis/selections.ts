import type { Where } from "#kernel/changes.ts";
import { isOldPromotion, RECEIVED_ROLES } from "#kernel/mail.ts";
import { oldPromotionsBefore } from "#shared/search/old-promotions.ts";
import { momentOf } from "#shared/search/query.ts";
import type { Selection } from "../../contract.ts";
import { LARGE_ABOVE_BYTES, OLD_YEARS } from "../../thresholds.ts";
import { isOfKind } from "./kinds.ts";

/** The messages of each cleanup, as SQL over the alias `e` of `emails`. */

const received = `e.folder_role in (${RECEIVED_ROLES.map((role) => `'${role}'`).join(", ")})`;
/** Mail outside spam and trash, which have their own card. */
const inUse = "e.folder_role not in ('spam', 'trash', 'drafts')";
/** Starred mail is never proposed for cleanup. */
const unstarred = "not e.is_starred";

/** A message dated before this is old. */
export function oldEmailsBefore(now: number): Date {
	return new Date(momentOf(OLD_YEARS, "y", now));
}

/** @param before SQL of a timestamp */
export function isReceivedOldPromotion(before: string): string {
	return `${received} and ${isOldPromotion(before)}`;
}

/** @param before SQL of a timestamp */
export function isOld(before: string): string {
	return `${received} and ${unstarred} and e.received_date < ${before}`;
}

export const isLarge = `${inUse} and ${unstarred} and e.has_attachments and e.size_bytes > ${LARGE_ABOVE_BYTES}`;

/** A copy that can be removed, `d` being its group: the one to keep is still where it was found. */
export const isRemovable = `${received} and ${unstarred} and d.kept_id <> d.email_id`;

/** @param group SQL over `d` of `duplicate_emails` */
const isCopyIn = (group: string): string => `${received} and ${unstarred} and exists (
	select from duplicate_emails d
	join mail_messages_v1 k on k.owner_id = d.owner_id and k.account_id = d.account_id and k.id = d.kept_id
	where d.owner_id = e.owner_id and d.account_id = e.account_id and d.email_id = e.id and ${group}
		and d.kept_id <> d.email_id and k.folder_role not in ('spam', 'trash'))`;

export const isCopy = isCopyIn("d.kind = 'exact'");
export const isNearCopy = isCopyIn("d.kind = 'near'");

/** @param now epoch milliseconds */
export function whereOf(selection: Selection, now: number): Where {
	return (first) => {
		switch (selection.type) {
			case "old_promotions":
				return { text: isReceivedOldPromotion(`$${first}`), values: [oldPromotionsBefore(now)] };
			case "old_emails":
				return { text: isOld(`$${first}`), values: [oldEmailsBefore(now)] };
			case "large_attachments":
				return { text: isLarge, values: [] };
			case "spam_trash":
				return { text: "e.folder_role in ('spam', 'trash')", values: [] };
			case "exact_duplicates":
				return { text: isCopy, values: [] };
			case "copies_of":
				return {
					text: isCopyIn(`d.kind = $${first} and d.kept_id = $${first + 1}::uuid`),
					values: [selection.kind, selection.keptId],
				};
			case "sender":
				return {
					text: `${inUse} and ${unstarred} and e.sender_email = $${first}`,
					values: [selection.email.toLowerCase()],
				};
			case "year":
				return {
					text: `${inUse} and ${unstarred} and e.received_date >= $${first} and e.received_date < $${first + 1}`,
					values: [startOf(selection.year), startOf(selection.year + 1)],
				};
			case "kind":
				return { text: `${inUse} and ${unstarred} and ${isOfKind(`$${first}`)}`, values: [selection.kind] };
		}
	};
}

/** ISO 8601, in UTC. */
function startOf(year: number): string {
	return `${String(year).padStart(4, "0")}-01-01T00:00:00Z`;
}
