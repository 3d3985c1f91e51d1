/** Filters (https://developers.google.com/workspace/gmail/api/guides/filter_settings): validation and effect. */

import { headOf } from "../messages.ts";
import { strings } from "./call.ts";
import { GoogleError, invalid } from "./errors.ts";
import type { GmailFilter, GmailLabel, GmailMailbox } from "./mailbox.ts";
import { matcherOf } from "./query.ts";

/** https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.settings.filters/create */
const MAX_FILTERS = 1_000;
const CRITERIA = [
	"from",
	"to",
	"subject",
	"query",
	"negatedQuery",
	"hasAttachment",
	"excludeChats",
	"size",
	"sizeComparison",
];
/** System labels that a filter may add or remove. No filter moves mail to Spam. */
const ADDED = ["TRASH", "STARRED", "IMPORTANT"];
const REMOVED = ["INBOX", "UNREAD", "SPAM", "IMPORTANT"];

export function createFilter(mailbox: GmailMailbox, body: Record<string, unknown>): GmailFilter {
	const criteria = (body.criteria ?? {}) as GmailFilter["criteria"];
	const action = (body.action ?? {}) as GmailFilter["action"];
	const add = strings(action.addLabelIds);
	const remove = strings(action.removeLabelIds);
	if (Object.keys(criteria).length === 0) throw invalid("Filter must have criteria");
	const odd = Object.keys(criteria).find((name) => !CRITERIA.includes(name));
	if (odd !== undefined) throw invalid(`Invalid JSON payload received. Unknown name "${odd}" at 'filter.criteria'`);
	if (add.length + remove.length === 0 && action.forward === undefined)
		throw invalid("Filter doesn't have any actions");
	mailbox.checkLabels([...add, ...remove]);
	const isOwn = (id: string): boolean => mailbox.labels.get(id)?.type === "user";
	for (const id of add) if (!ADDED.includes(id) && !isOwn(id)) throw invalid(`Invalid label ${id} in AddLabelIds`);
	for (const id of remove)
		if (!REMOVED.includes(id) && !isOwn(id)) throw invalid(`Invalid label ${id} in RemoveLabelIds`);
	if (add.filter(isOwn).length > 1) throw invalid("Cannot add more than one user label");
	const text = JSON.stringify([criteria, action]);
	for (const known of mailbox.filters.values())
		if (JSON.stringify([known.criteria, known.action]) === text)
			throw new GoogleError(400, "failedPrecondition", "Filter already exists");
	if (mailbox.filters.size >= MAX_FILTERS) throw new GoogleError(400, "failedPrecondition", "Too many filters");
	const made = { id: mailbox.newId("ANe1Bm"), criteria, action };
	mailbox.filters.set(made.id, made);
	return made;
}

/** The labels of incoming mail: all matching filters apply, in no order. */
export function incomingLabels(
	filters: Iterable<GmailFilter>,
	raw: Uint8Array,
	now: number,
	labels: ReadonlyMap<string, GmailLabel>,
): string[] {
	const fitting = [...filters].filter(({ criteria }) => fits(criteria, raw, now, labels));
	const arriving = new Set(["INBOX", "UNREAD"]);
	for (const { action } of fitting) for (const id of strings(action.addLabelIds)) arriving.add(id);
	for (const { action } of fitting) for (const id of strings(action.removeLabelIds)) arriving.delete(id);
	if (arriving.has("TRASH")) arriving.delete("INBOX");
	// The label may have been deleted since.
	return [...arriving].filter((id) => labels.has(id));
}

function fits(
	criteria: Record<string, unknown>,
	raw: Uint8Array,
	now: number,
	labels: ReadonlyMap<string, GmailLabel>,
): boolean {
	const text = (name: string): string | null => {
		const value = criteria[name];
		return typeof value === "string" && value !== "" ? value : null;
	};
	const query = [
		...["from", "to", "subject"].flatMap((name) => (text(name) === null ? [] : [`${name}:(${text(name)})`])),
		text("query") ?? "",
		text("negatedQuery") === null ? "" : `-{${text("negatedQuery")}}`,
		criteria.hasAttachment === true ? "has:attachment" : "",
		typeof criteria.size === "number" ? `${text("sizeComparison") ?? "larger"}:${criteria.size}` : "",
	].join(" ");
	const message = {
		...{ id: "", threadId: "", historyId: 0, internalDate: now, labels: new Set<string>() },
		raw: Buffer.from(raw),
		head: headOf(raw),
	};
	return matcherOf(query, labels).matches(message);
}
