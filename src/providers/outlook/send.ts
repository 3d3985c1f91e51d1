import { z } from "zod";
import { NotFound, Unsupported } from "#server/mail/provider/errors.ts";
import { parseHeaderBlock } from "#shared/mail/headers.ts";
import { parseMessageIds } from "#shared/mail/message-ids.ts";
import { created } from "./resources.ts";
import { Unanswered } from "./retry.ts";
import type { OutlookSession } from "./session.ts";

/** Graph accepts 4 MB requests with the message in base64 (https://learn.microsoft.com/graph/outlook-send-mime-message). */
const LARGEST = 3_000_000;
/** Attempts when the outcome of a request is unknown. */
const MAX_TRIES = 5;
const HEADER_BYTES = 65_536;

const draft = z.object({ isDraft: z.boolean() });
const found = z.object({ value: z.array(z.object({ id: z.string() })) });

/**
 * Sends to all recipients named in the header. The message is first saved as a draft, which becomes the copy in Sent under
 * the same id: this makes a lost response recoverable (https://learn.microsoft.com/graph/outlook-immutable-id).
 */
export async function send(session: OutlookSession, raw: Uint8Array): Promise<{ id: string }> {
	const { id } = await saveDraft(session, raw);
	const signal = session.signal();
	const path = `/messages/${encodeURIComponent(id)}`;
	for (let retryState = 1; ; retryState++) {
		try {
			await session.client.call({ verb: "POST", path: `${path}/send`, isOnce: true }, signal);
			return { id };
		} catch (cause) {
			if (!(cause instanceof Unanswered)) {
				// Remove the unsent draft.
				await session.client.call({ verb: "DELETE", path }, signal).catch(() => undefined);
				throw cause;
			}
			if (await isSent(session, path, signal)) return { id };
			if (retryState >= MAX_TRIES) throw cause;
		}
	}
}

/** @throws Unsupported for a message that is too large for Graph */
export async function saveDraft(session: OutlookSession, raw: Uint8Array): Promise<{ id: string }> {
	session.requireFull();
	if (raw.length > LARGEST)
		throw new Unsupported(`Outlook takes messages of up to ${LARGEST / 1_000_000} MB from other programs.`);
	const signal = session.signal();
	for (let retryState = 1; ; retryState++) {
		try {
			const call = { verb: "POST", path: "/messages?$select=id", mime: raw, isOnce: true } as const;
			return { id: created.parse(await session.client.call(call, signal)).id };
		} catch (cause) {
			if (!(cause instanceof Unanswered)) throw cause;
			const id = await findDraft(session, raw, signal);
			if (id !== null) return { id };
			if (retryState >= MAX_TRIES) throw cause;
		}
	}
}

async function isSent(session: OutlookSession, path: string, signal: AbortSignal): Promise<boolean> {
	try {
		return !draft.parse(await session.client.call({ verb: "GET", path: `${path}?$select=isDraft` }, signal)).isDraft;
	} catch (cause) {
		// It is being sent, or the user saves no copies.
		if (cause instanceof NotFound) return true;
		throw cause;
	}
}

/** Finds the draft saved by an attempt without a response, by its Message-ID. */
async function findDraft(session: OutlookSession, raw: Uint8Array, signal: AbortSignal): Promise<string | null> {
	const head =
		Buffer.from(raw.subarray(0, HEADER_BYTES))
			.toString("latin1")
			.split(/\r?\n\r?\n/, 1)[0] ?? "";
	const field = parseHeaderBlock(head).fields.find(({ name }) => name === "message-id");
	const [messageId] = field === undefined ? [] : parseMessageIds(field.raw);
	if (messageId === undefined) return null;
	const bare = messageId.replace(/^<|>$/g, "").replaceAll("'", "''");
	const filter = encodeURIComponent(`internetMessageId eq '<${bare}>'`);
	const path = `/mailFolders/drafts/messages?$select=id&$top=1&$filter=${filter}`;
	return found.parse(await session.client.call({ verb: "GET", path }, signal)).value[0]?.id ?? null;
}
