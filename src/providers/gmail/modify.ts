import { NotFound, Unsupported } from "#server/mail/provider/errors.ts";
import type { ChangeResult, LabelChange } from "#server/mail/provider/provider.ts";
import { requireProgress } from "#server/progress.ts";
import type { FlagChange } from "#shared/mail/flags.ts";
import type { Call, RequestOptions } from "./api/call.ts";
import { GmailRejection } from "./api/errors.ts";
import { grantsDeletion } from "./api/oauth.ts";
import { historyList, message, profile } from "./api/resources.ts";
import { differenceFor, differenceForFlags, folderOf, type LabelDifference } from "./messages/system-labels.ts";
import type { GmailSession } from "./session.ts";

export async function setFlags(
	session: GmailSession,
	ids: readonly string[],
	change: FlagChange,
): Promise<ChangeResult> {
	return { missing: (await modify(session, ids, differenceForFlags(change))).missing, renamed: {} };
}

export async function setLabels(
	session: GmailSession,
	ids: readonly string[],
	change: LabelChange,
): Promise<ChangeResult> {
	session.requireFull();
	const requestOptions = session.requestOptions("interactive");
	const add = await session.labels.ensure(change.add ?? [], requestOptions);
	const remove = await session.labels.find(change.remove ?? [], requestOptions);
	const difference = { add, remove: remove.filter((id) => !add.includes(id)) };
	return { missing: (await modify(session, ids, difference)).missing, renamed: {} };
}

/** @throws NotFound for an unknown folder */
export async function move(session: GmailSession, ids: readonly string[], folderId: string): Promise<ChangeResult> {
	const difference = differenceFor(folderId);
	if (difference === null) throw new NotFound("Gmail has no such folder.");
	const { missing, labels } = await modify(session, ids, difference);
	const elsewhere = [...labels].filter(([, labelIds]) => folderOf(labelIds) !== folderId).map(([id]) => id);
	const refused = { ids: elsewhere, reason: cannotBeIn(folderId) };
	return { missing, renamed: {}, ...(elsewhere.length > 0 && { refused }) };
}

/** @throws Unsupported without the scope for permanent deletion, see `grantsDeletion` */
export async function destroy(session: GmailSession, ids: readonly string[]): Promise<ChangeResult> {
	session.requireFull();
	const wanted = [...new Set(ids)];
	if (!grantsDeletion(await session.api.scope()))
		throw new Unsupported(
			"Gmail has not allowed permanent deletion. Allow it, or move the emails to Trash, which Gmail empties after 30 days.",
		);
	const { modified } = session.limits;
	for (let from = 0; from < wanted.length; from += modified) {
		const body = { ids: wanted.slice(from, from + modified) };
		const call = { method: "messages.batchDelete", verb: "POST", path: "/messages/batchDelete", body } as const;
		await session.api.call(call, session.requestOptions("interactive"));
	}
	return { missing: [], renamed: {} };
}

interface Modified {
	missing: string[];
	/** Current labels by message id. */
	labels: Map<string, readonly string[]>;
}

async function modify(
	session: GmailSession,
	ids: readonly string[],
	{ add, remove }: LabelDifference,
): Promise<Modified> {
	session.requireFull();
	const done: Modified = { missing: [], labels: new Map() };
	const wanted = [...new Set(ids)];
	if (wanted.length === 0 || add.length + remove.length === 0) return done;
	const change = { addLabelIds: add, removeLabelIds: remove };
	const requestOptions = session.requestOptions("interactive");
	const { modified, modifiedIndividually } = session.limits;
	for (let from = 0; from < wanted.length; from += modified) {
		const part = wanted.slice(from, from + modified);
		const remaining =
			part.length <= modifiedIndividually ? part : await modifyMany(session, part, { change, done, requestOptions });
		await modifyEach(session, remaining, { change, done, requestOptions });
	}
	return done;
}

/**
 * Modifies many messages at the cost of ten. batchModify says nothing about missing ids, but the history shows which
 * messages changed.
 * @returns ids without a history record: unchanged, or deleted
 */
async function modifyMany(
	{ api, limits }: GmailSession,
	ids: string[],
	{
		change,
		done,
		requestOptions,
	}: { change: { addLabelIds: string[]; removeLabelIds: string[] }; done: Modified; requestOptions: RequestOptions },
): Promise<string[]> {
	const before = profile.parse(await api.call({ method: "getProfile", verb: "GET", path: "/profile" }, requestOptions));
	try {
		const body = { ids, ...change };
		await api.call(
			{ method: "messages.batchModify", verb: "POST", path: "/messages/batchModify", body },
			requestOptions,
		);
	} catch (cause) {
		// One of the ids may be malformed: modify each individually.
		if (cause instanceof NotFound || cause instanceof GmailRejection) return ids;
		throw cause;
	}
	const requested = new Set(ids);
	const progress = requireProgress("Reading what a change did in Gmail's history");
	for (let token: string | undefined, isFirst = true; isFirst || token !== undefined; isFirst = false) {
		const maxResults = String(limits.records);
		const parameters = new URLSearchParams({ startHistoryId: before.historyId, maxResults });
		if (token !== undefined) parameters.set("pageToken", token);
		const call = { method: "history.list", verb: "GET", path: `/history?${parameters}` } as const;
		const { history, nextPageToken } = historyList.parse(await api.call(call, requestOptions));
		// Of several records, the last one counts.
		history.sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
		for (const { labelsAdded, labelsRemoved } of history)
			for (const { message: changed } of [...labelsAdded, ...labelsRemoved])
				if (requested.has(changed.id)) done.labels.set(changed.id, changed.labelIds ?? []);
		if (nextPageToken !== undefined) progress(nextPageToken);
		token = nextPageToken;
	}
	return ids.filter((id) => !done.labels.has(id));
}

async function modifyEach(
	{ api }: GmailSession,
	ids: readonly string[],
	{
		change,
		done,
		requestOptions,
	}: { change: { addLabelIds: string[]; removeLabelIds: string[] }; done: Modified; requestOptions: RequestOptions },
): Promise<void> {
	const calls = ids.map(
		(id): Call => ({
			method: "messages.modify",
			verb: "POST",
			path: `/messages/${encodeURIComponent(id)}/modify`,
			body: change,
		}),
	);
	for await (const { index, reply, failure } of api.each(calls, requestOptions)) {
		if (failure) throw failure;
		const id = ids[index] ?? "";
		if (reply === null) done.missing.push(id);
		else done.labels.set(id, message.parse(reply).labelIds);
	}
}

function cannotBeIn(folderId: string): string {
	if (folderId === "SENT") return "In Gmail, only sent email can be in Sent.";
	if (folderId === "DRAFT") return "In Gmail, only drafts can be in Drafts.";
	return "Gmail can't move this email: sent email stays in Sent, and drafts stay in Drafts.";
}
