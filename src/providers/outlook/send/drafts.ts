import { z } from "zod";
import { OutcomeUnknown } from "#providers/shared/retries.ts";
import { NotFound, Unsupported } from "#server/mail/provider/errors.ts";
import type { DraftReference } from "#server/mail/provider/provider.ts";
import { parseHeaderBlock } from "#shared/mail/headers.ts";
import { parseMessageId } from "#shared/mail/message-ids.ts";
import { fieldOf, splitHeader } from "#shared/mail/mime-parts.ts";
import { created } from "../api/resources.ts";
import { destroy } from "../messages/modify.ts";
import type { OutlookSession } from "../session.ts";
import { type DetachedFile, detachFiles } from "./detach-files.ts";
import { uploadFile } from "./upload-file.ts";

/** Graph accepts 4 MB requests with the message in base64 (https://learn.microsoft.com/graph/outlook-send-mime-message). */
export const IN_ONE_REQUEST = 3_000_000;
/** Exchange Online's default limit (https://learn.microsoft.com/graph/api/attachment-createuploadsession). */
export const MAX_BYTES = 36_700_160;
/** Attempts when the outcome of a request is unknown. */
const MAX_TRIES = 5;
const HEADER_BYTES = 65_536;

const found = z.object({ value: z.array(z.object({ id: z.string() })) });
const state = z.object({ isDraft: z.boolean() });

/** Graph replaces no MIME message: a new draft is created, then the earlier ones are deleted. */
export async function saveDraft(
	session: OutlookSession,
	raw: Uint8Array,
	replaces?: DraftReference,
): Promise<{ id: string }> {
	session.requireFull();
	const signal = session.signal();
	const earlier = replaces === undefined ? [] : await copiesOf(session, replaces, signal);
	const id = await createDraft(session, raw, signal, earlier);
	await destroy(session, earlier);
	return { id };
}

export async function removeDraft(session: OutlookSession, draft: DraftReference): Promise<void> {
	session.requireFull();
	await destroy(session, await copiesOf(session, draft, session.signal()));
}

/** A message that has been sent keeps the id that it had as a draft. */
async function copiesOf(
	session: OutlookSession,
	{ id, messageId }: DraftReference,
	signal: AbortSignal,
): Promise<string[]> {
	const ids = new Set(await findIn(session, "drafts", messageId, signal));
	try {
		const call = { verb: "GET", path: `/messages/${encodeURIComponent(id ?? "")}?$select=isDraft` } as const;
		if (id !== null && state.parse(await session.client.call(call, signal)).isDraft) ids.add(id);
	} catch (cause) {
		if (!(cause instanceof NotFound)) throw cause;
	}
	return [...ids];
}

/**
 * Saves a message as a draft. Files for which one request has no room are uploaded after it.
 * @param known drafts with the same Message-ID
 * @returns its id
 * @throws Unsupported for a message that is too large
 */
export async function createDraft(
	session: OutlookSession,
	raw: Uint8Array,
	signal: AbortSignal,
	known: readonly string[] = [],
): Promise<string> {
	const split = raw.length > MAX_BYTES ? null : detachFiles(raw, IN_ONE_REQUEST);
	if (split === null)
		throw new Unsupported(`Outlook takes messages of up to ${MAX_BYTES / 1024 / 1024} MB, and texts of up to 3 MB.`);
	for (let attempt = 1; ; attempt++) {
		const id = await createOnce(session, split.rest, signal, known);
		try {
			for (const file of split.files) await attach(session, id, file, signal);
			return id;
		} catch (cause) {
			// Whether the file is attached is unknown: start over with a new draft.
			await destroy(session, [id]).catch(() => undefined);
			if (!(cause instanceof OutcomeUnknown) || attempt >= MAX_TRIES) throw cause;
		}
	}
}

async function createOnce(
	session: OutlookSession,
	raw: Uint8Array,
	signal: AbortSignal,
	known: readonly string[],
): Promise<string> {
	for (let attempt = 1; ; attempt++) {
		try {
			const call = { verb: "POST", path: "/messages?$select=id", mime: raw, isOnce: true } as const;
			return created.parse(await session.client.call(call, signal)).id;
		} catch (cause) {
			if (!(cause instanceof OutcomeUnknown)) throw cause;
			const messageId = messageIdOf(raw);
			const drafts = messageId === null ? [] : await findIn(session, "drafts", messageId, signal);
			const saved = drafts.find((id) => !known.includes(id));
			if (saved !== undefined) return saved;
			if (attempt >= MAX_TRIES) throw cause;
		}
	}
}

function attach(session: OutlookSession, id: string, file: DetachedFile, signal: AbortSignal): Promise<void> {
	return uploadFile(session, `/messages/${encodeURIComponent(id)}/attachments`, file, signal);
}

function messageIdOf(raw: Uint8Array): string | null {
	const { header } = splitHeader(Buffer.from(raw.subarray(0, HEADER_BYTES)).toString("latin1"));
	return parseMessageId(fieldOf(parseHeaderBlock(header).fields, "message-id"));
}

/** @returns the messages of a folder with this Message-ID, newest first, at most ten */
export async function findIn(
	session: OutlookSession,
	folder: "drafts" | "sentitems",
	messageId: string,
	signal: AbortSignal,
): Promise<string[]> {
	const filter = encodeURIComponent(`internetMessageId eq '<${messageId.replaceAll("'", "''")}>'`);
	const path = `/mailFolders/${folder}/messages?$select=id&$top=10&$filter=${filter}`;
	return found.parse(await session.client.call({ verb: "GET", path }, signal)).value.map(({ id }) => id);
}
