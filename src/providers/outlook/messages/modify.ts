import { z } from "zod";
import { NotFound, Unsupported } from "#server/mail/provider/errors.ts";
import type { AnswerKind, ChangeResult, LabelChange } from "#server/mail/provider/provider.ts";
import type { FlagChange } from "#shared/mail/flags.ts";
import type { GraphResponse } from "../api/batch-calls.ts";
import type { Call } from "../api/call.ts";
import { GraphRejection } from "../api/errors.ts";
import { created } from "../api/resources.ts";
import type { OutlookSession } from "../session.ts";
import { flagUpdate } from "./flags.ts";
import { LAST_VERB, LAST_VERB_TIME, VERBS } from "./messages.ts";

/** https://learn.microsoft.com/graph/api/message-update */
export async function setFlags(session: OutlookSession, ids: string[], change: FlagChange): Promise<ChangeResult> {
	session.requireFull();
	const body = flagUpdate(change);
	if (Object.keys(body).length === 0) return { missing: [], renamed: {} };
	return forAll(session, ids, (path) => ({ verb: "PATCH", path: `${path}?$select=id`, body }));
}

/**
 * As Outlook does when it answers ([MS-OXOMSG] §2.2.1.4); a message's extended properties can be set
 * (https://learn.microsoft.com/graph/api/singlevaluelegacyextendedproperty-post-singlevalueextendedproperties).
 */
export async function markAnswered(session: OutlookSession, ids: string[], answer: AnswerKind): Promise<ChangeResult> {
	session.requireFull();
	const singleValueExtendedProperties = [
		{ id: LAST_VERB, value: VERBS[answer] },
		{ id: LAST_VERB_TIME, value: new Date(session.environment.now()).toISOString() },
	];
	return forAll(session, ids, (path) => ({
		verb: "PATCH",
		path: `${path}?$select=id`,
		body: { singleValueExtendedProperties },
	}));
}

const categorised = z.object({ categories: z.array(z.string()).default([]) });

/** Labels are Outlook categories, by name. */
export async function setLabels(session: OutlookSession, ids: string[], change: LabelChange): Promise<ChangeResult> {
	session.requireFull();
	const before = new Map<string, string[]>();
	const read = await forAll(
		session,
		ids,
		(path) => ({ verb: "GET", path: `${path}?$select=categories` }),
		(id, { outcome }) => {
			if ("reply" in outcome) before.set(id, categorised.parse(outcome.reply).categories);
		},
	);
	const after = new Map<string, string[]>();
	for (const [id, labels] of before) {
		const remaining = labels.filter((label) => !(change.remove ?? []).includes(label));
		const wanted = [...new Set([...remaining, ...(change.add ?? [])])];
		if (wanted.join("\n") !== labels.join("\n")) after.set(id, wanted);
	}
	const wrote = await forAll(session, [...after.keys()], (path, id) => ({
		verb: "PATCH",
		path: `${path}?$select=id`,
		body: { categories: after.get(id) },
	}));
	const refused = read.refused ?? wrote.refused;
	return {
		missing: [...read.missing, ...wrote.missing],
		renamed: {},
		...(refused && { refused: { ...refused, ids: [...(read.refused?.ids ?? []), ...(wrote.refused?.ids ?? [])] } }),
	};
}

/** https://learn.microsoft.com/graph/api/message-move: immutable ids are kept. */
export async function move(session: OutlookSession, ids: string[], folderId: string): Promise<ChangeResult> {
	session.requireFull();
	await session.folder(folderId, session.signal());
	const renamed: Record<string, string> = {};
	const result = await forAll(
		session,
		ids,
		(path) => ({ verb: "POST", path: `${path}/move?$select=id`, body: { destinationId: folderId } }),
		(id, { outcome }) => {
			if (!("reply" in outcome)) return;
			const now = created.parse(outcome.reply).id;
			if (now !== id) renamed[id] = now;
		},
	);
	return { ...result, renamed };
}

/** https://learn.microsoft.com/graph/api/message-permanentdelete: not recoverable by the user. */
export async function destroy(session: OutlookSession, ids: string[]): Promise<ChangeResult> {
	session.requireFull();
	const repeated = new Set<string>();
	const result = await forAll(
		session,
		ids,
		(path) => ({ verb: "POST", path: `${path}/permanentDelete` }),
		(id, { isRepeated }) => {
			// Not found after a lost response: the first attempt succeeded.
			if (isRepeated) repeated.add(id);
		},
	);
	return { ...result, missing: result.missing.filter((id) => !repeated.has(id)) };
}

/**
 * Applies a change to many messages; one that is refused does not affect the others.
 * @param call builds the call for a message's path
 * @param onAnswer receives each answer
 */
async function forAll(
	session: OutlookSession,
	ids: readonly string[],
	call: (path: string, id: string) => Call,
	onAnswer: (id: string, answer: GraphResponse) => void = () => undefined,
): Promise<ChangeResult> {
	const unique = [...new Set(ids)];
	const calls = unique.map((id) => call(`/messages/${encodeURIComponent(id)}`, id));
	const missing: string[] = [];
	const refused: string[] = [];
	let why = "";
	for await (const answer of session.client.each(calls, session.signal())) {
		const id = unique[answer.index] ?? "";
		onAnswer(id, answer);
		if (!("error" in answer.outcome)) continue;
		const { error } = answer.outcome;
		if (error instanceof NotFound) missing.push(id);
		else if (error instanceof GraphRejection || error instanceof Unsupported) {
			refused.push(id);
			why ||= error.message;
		} else throw error;
	}
	return { missing, renamed: {}, ...(refused.length > 0 && { refused: { ids: refused, reason: why } }) };
}
