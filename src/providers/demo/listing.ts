import { setImmediate } from "node:timers/promises";
import type { ChangePage, RemoteMessage } from "#server/mail/provider/provider.ts";
import { type Cursor, readCursor, writeCursor } from "./cursor.ts";
import { compose, remoteOf } from "./generated.ts";
import { find, type SessionParts } from "./session-parts.ts";

/** Approximate bytes of mail per page: the pipeline takes whole pages. */
const PAGE_BYTES = 4 * 1024 * 1024;
/** Messages composed before yielding to the event loop. */
const BREATH = 25;

/** Lists the generated mail, then what was added to it, then the user's changes. */
export async function listChanges(
	session: SessionParts,
	cursor: string | null,
	{ limit, signal }: { limit: number; signal: AbortSignal },
): Promise<ChangePage> {
	signal.throwIfAborted();
	const { edition } = await session.mailbox();
	const start =
		cursor === null ? { edition, at: 0, own: "", seq: await session.overlay.head() } : readCursor(cursor, edition);
	return page(session, start, Math.max(1, limit), signal);
}

/** The next generated messages, with the bytes of all but the large ones. */
async function generatedPage(
	{ mailbox }: SessionParts,
	cursor: Cursor,
	limit: number,
	signal: AbortSignal,
): Promise<RemoteMessage[]> {
	const page: RemoteMessage[] = [];
	let bytes = 0;
	const generated = await mailbox();
	for (const message of generated.messages.slice(cursor.at, cursor.at + limit)) {
		if (page.length % BREATH === BREATH - 1) await setImmediate();
		signal.throwIfAborted();
		const raw = message.large ? null : compose(generated, message);
		page.push({ ...remoteOf(message), ...(raw ? { raw, sizeBytes: raw.length } : {}) });
		bytes += raw?.length ?? 0;
		if (bytes >= PAGE_BYTES) break;
	}
	return page;
}

async function withBytes({ outbox }: SessionParts, message: RemoteMessage): Promise<RemoteMessage> {
	const raw = await outbox.read(message.id);
	return raw ? { ...message, raw } : message;
}

async function page(session: SessionParts, cursor: Cursor, limit: number, signal: AbortSignal): Promise<ChangePage> {
	const { mailbox, overlay, outbox, incoming } = session;
	const total = (await mailbox()).messages.length;
	const shown = async (listed: RemoteMessage[], next: Cursor): Promise<ChangePage> => {
		const unlisted = next.at < total || (await outbox.list(next.own, 1)).length > 0;
		return {
			messages: await overlay.apply(listed),
			removed: [],
			cursor: writeCursor(next),
			more: unlisted || (await overlay.head()) > next.seq,
			done: next.at,
			total,
			unit: "messages",
		};
	};
	if (cursor.at < total) {
		const generated = await generatedPage(session, cursor, limit, signal);
		const next = { ...cursor, at: cursor.at + generated.length };
		if (next.at >= total) await incoming.start();
		return shown(generated, next);
	}
	await incoming.deliver();
	const own = await outbox.list(cursor.own, limit);
	const last = own.at(-1);
	if (last)
		return shown(await Promise.all(own.map((message) => withBytes(session, message))), { ...cursor, own: last.id });
	const changes = await overlay.changesSince(cursor.seq, limit);
	const messages = await overlay.apply(await find(session, changes.changed));
	const next = writeCursor({ ...cursor, seq: changes.seq });
	return { messages, removed: changes.removed, cursor: next, more: changes.more };
}
