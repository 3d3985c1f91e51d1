/**
 * Changes in a folder (https://learn.microsoft.com/graph/delta-query-messages): pages of 10 unless
 * `odata.maxpagesize` is set, options of the first request kept in the links, `@removed`, 410 with a Location to
 * restart. A message of which only isRead changed comes with id, isRead and parentFolderId only
 * (https://github.com/microsoftgraph/microsoft-graph-docs/issues/7776), and not at all when isRead was not selected
 * (https://github.com/alcionai/corso/issues/1866).
 */

import type { Call } from "./call.ts";
import { badRequest, GraphError } from "./errors.ts";
import type { OutlookFolder } from "./folders.ts";
import type { OutlookChange, OutlookMailbox, OutlookMessage } from "./mailbox.ts";
import { folderResource, idOf, messageResource, type View, viewOf } from "./resource.ts";

interface State {
	/** Query of the first request. */
	query: string;
	/** Null: initial listing. */
	since: number | null;
	/** This round covers changes up to here. */
	until: number;
	/** The last row of the previous page. */
	after: string | null;
	/** Page size of the last request; the next may change it. */
	size: number;
	/** Empty pages so far: each has a link of its own. */
	empty?: number;
}

const USUAL_SIZE = 10;
const MAX_PAGE_SIZE = 1_000;

export async function messagesDelta(call: Call, folder: OutlookFolder): Promise<Record<string, unknown>> {
	const state = stateOf(call);
	const parameters = new URLSearchParams(state.query);
	const view = viewOf(parameters, call.prefer);
	const first = state.since === null;
	const rows = first ? firstRows(call, folder, parameters) : changedRows(call, folder, state, view);
	const start = state.after === null ? 0 : rows.findIndex(({ key }) => key > (state.after ?? ""));
	const request = { method: call.method, path: `${call.path}?${decodeURIComponent(call.query.toString())}` };
	const isEmpty = call.dice.strikes("emptyPage", request);
	const isRepeated = call.dice.strikes("repeatedPage", request);
	const page = start < 0 || isEmpty ? [] : rows.slice(start, start + state.size);
	const isLast = !isEmpty && !isRepeated && (start < 0 || start + state.size >= rows.length);
	const after = isRepeated || isEmpty ? state.after : (page.at(-1)?.key ?? null);
	let value = await Promise.all(page.map((row) => shown(row, view)));
	if (call.dice.strikes("duplicated", call)) value = value.flatMap((entry) => [entry, entry]);
	if (call.dice.strikes("reordered", call)) value = call.dice.shuffle(value);
	const url = `${call.base}/me/mailFolders('${folder.id}')/messages/delta`;
	return {
		"@odata.context": `${call.base}/$metadata#Collection(message)`,
		value,
		...(isLast
			? { "@odata.deltaLink": linkOf(url, "$deltatoken", { ...state, since: state.until, after: null }) }
			: {
					"@odata.nextLink": linkOf(url, "$skiptoken", {
						...state,
						after,
						empty: (state.empty ?? 0) + Number(isEmpty),
					}),
				}),
	};
}

interface Row {
	/** Sort key. */
	key: string;
	message: OutlookMessage | null;
	/** Set for a removed message. */
	removed?: { id: string; immutableId: string };
	isOnlyRead?: boolean;
}

/** Oldest first, or newest first on request, the only other supported order. */
function firstRows(call: Call, folder: OutlookFolder, parameters: URLSearchParams): Row[] {
	const filter = parameters.get("$filter");
	const [, operator, date] = /^receivedDateTime (ge|gt) (\S+)$/.exec(filter ?? "") ?? [];
	if (filter !== null && operator === undefined) throw badRequest(`The query filter is not supported: ${filter}`);
	const order = parameters.get("$orderby");
	if (order !== null && !/^receivedDateTime( desc)?$/i.test(order))
		throw badRequest(`Ordering is not supported: ${order}`);
	const from = date === undefined ? Number.NEGATIVE_INFINITY : Date.parse(date) + (operator === "gt" ? 1 : 0);
	const isNewest = order?.endsWith("desc") ?? false;
	return sorted(call.mailbox, folder.id, isNewest).filter(({ message }) => (message?.receivedAt ?? 0) >= from);
}

/** Cached per mailbox until it changes: an initial listing takes many requests. */
const listings = new WeakMap<OutlookMailbox, { change: number; rows: Map<string, Row[]> }>();

function sorted(mailbox: OutlookMailbox, folderId: string, isNewest: boolean): Row[] {
	let known = listings.get(mailbox);
	if (known?.change !== mailbox.lastChange()) {
		known = { change: mailbox.lastChange(), rows: new Map() };
		listings.set(mailbox, known);
	}
	const name = `${folderId} ${isNewest}`;
	const rows =
		known.rows.get(name) ??
		mailbox
			.inFolder(folderId)
			.map((message) => ({ message, key: sortKey(message, isNewest) }))
			.sort((a, b) => (a.key < b.key ? -1 : 1));
	known.rows.set(name, rows);
	return rows;
}

function sortKey({ receivedAt, immutableId }: OutlookMessage, isNewest: boolean): string {
	const time = isNewest ? 9_999_999_999_999 - receivedAt : receivedAt;
	return `${String(time).padStart(13, "0")} ${immutableId}`;
}

/** The final state of each message that changed, once, in the order of the last changes. */
function changedRows(call: Call, folder: OutlookFolder, state: State, view: View): Row[] {
	const events = new Map<string, OutlookChange[]>();
	for (const change of call.mailbox.changesSince(state.since ?? 0)) {
		if (change.folderId !== folder.id || change.number > state.until || /^folder/.test(change.kind)) continue;
		const id = idOf(change, view);
		const before = events.get(id);
		if (before) before.push(change);
		else events.set(id, [change]);
	}
	const rows = [...events.values()].flatMap((list): Row[] => {
		const last = list.at(-1);
		if (!last) return [];
		const key = String(last.number).padStart(12, "0");
		const message = call.mailbox.messages.get(last.immutableId);
		const isThere = message?.folderId === folder.id && idOf(message, view) === idOf(last, view);
		if (!isThere) return last.kind === "removed" ? [{ key, message: null, removed: last }] : [];
		const isOnlyRead = list.every(({ kind }) => kind === "read");
		if (isOnlyRead && view.select && !view.select.includes("isRead")) return [];
		return [{ key, message, isOnlyRead }];
	});
	// Events are grouped by message, in the order of their first ones; a page continues after the key of the last row.
	return rows.sort((a, b) => (a.key < b.key ? -1 : 1));
}

async function shown({ message, removed, isOnlyRead }: Row, view: View): Promise<Record<string, unknown>> {
	const type = { "@odata.type": "#microsoft.graph.message" };
	if (message === null)
		return { ...type, id: idOf(removed ?? { id: "", immutableId: "" }, view), "@removed": { reason: "deleted" } };
	if (!isOnlyRead) return { ...type, ...(await messageResource(message, view)) };
	return { ...type, id: idOf(message, view), isRead: message.isRead, parentFolderId: message.folderId };
}

/** Folders at all levels (https://learn.microsoft.com/graph/api/mailfolder-delta). */
export function foldersDelta(call: Call): Record<string, unknown> {
	const state = stateOf(call);
	const { mailbox } = call;
	const touched =
		state.since === null
			? mailbox.folders.visible().map(({ id }) => id)
			: mailbox
					.changesSince(state.since)
					.filter(({ kind, number }) => kind !== "read" && number <= state.until)
					.map(({ folderId }) => folderId);
	const rows = [...new Set(touched)].sort();
	const start = state.after === null ? 0 : rows.findIndex((id) => id > (state.after ?? ""));
	const page = start < 0 ? [] : rows.slice(start, start + state.size);
	const url = `${call.base}/me/mailFolders/delta`;
	const isLast = start < 0 || start + state.size >= rows.length;
	return {
		"@odata.context": `${call.base}/$metadata#Collection(mailFolder)`,
		value: page.map((id) => {
			const folder = mailbox.folders.all.get(id);
			return folder ? folderResource(folder, mailbox) : { id, "@removed": { reason: "deleted" } };
		}),
		...(isLast
			? { "@odata.deltaLink": linkOf(url, "$deltatoken", { ...state, since: state.until, after: null }) }
			: { "@odata.nextLink": linkOf(url, "$skiptoken", { ...state, after: page.at(-1) ?? null }) }),
	};
}

function stateOf(call: Call): State {
	const { query, mailbox } = call;
	const wanted = Number(/odata\.maxpagesize\s*=\s*(\d+)/i.exec(call.prefer)?.[1] ?? query.get("$top") ?? 0);
	const size = Math.min(wanted, MAX_PAGE_SIZE);
	const token = query.get("$deltatoken") ?? query.get("$skiptoken");
	if (token === null)
		return { query: query.toString(), since: null, until: mailbox.lastChange(), after: null, size: size || USUAL_SIZE };
	let state: State;
	try {
		state = JSON.parse(Buffer.from(token, "base64url").toString()) as State;
	} catch {
		throw badRequest("Badly formed token.");
	}
	const isStale = state.until < mailbox.oldestChange() || call.dice.strikes("staleCursor", call);
	if (isStale) {
		const location = `${call.base}${call.path.replace(/^\/v1\.0/, "")}?${state.query}`;
		throw new GraphError(410, "syncStateNotFound", "The sync state generation is not found; sync again.", { location });
	}
	const isNewRound = query.has("$deltatoken");
	return { ...state, size: size || state.size, ...(isNewRound && { until: mailbox.lastChange() }) };
}

function linkOf(url: string, name: string, state: State): string {
	return `${url}?${name}=${Buffer.from(JSON.stringify(state)).toString("base64url")}`;
}
