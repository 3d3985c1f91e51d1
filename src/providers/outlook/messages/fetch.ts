import { NotFound } from "#server/mail/provider/errors.ts";
import type { FetchedMessage } from "#server/mail/provider/provider.ts";
import { TooLarge } from "../api/errors.ts";
import type { OutlookSession } from "../session.ts";

/** Messages per batch. */
const AT_A_TIME = 20;

/** Whole messages, byte for byte; deleted ones are omitted. */
export async function* fetchMessages(
	session: OutlookSession,
	ids: string[],
	parts: "headers" | "full",
	signal: AbortSignal,
): AsyncGenerator<FetchedMessage> {
	signal.throwIfAborted();
	const within = session.signal(signal);
	const unique = [...new Set(ids)];
	for (let from = 0; from < unique.length; from += AT_A_TIME)
		for await (const { id, raw } of fetchSome(session, unique.slice(from, from + AT_A_TIME), within))
			yield { id, raw: parts === "full" ? raw : headerSection(raw) };
}

/** In one batch; messages that exceed its size limit are fetched individually. */
async function* fetchSome(
	session: OutlookSession,
	ids: string[],
	signal: AbortSignal,
): AsyncGenerator<{ id: string; raw: Buffer }> {
	const remaining = new Set(ids);
	const calls = ids.map((id) => ({ verb: "GET" as const, path: pathOf(id) }));
	try {
		for await (const { index, outcome } of session.client.each(calls, signal)) {
			const id = ids[index] ?? "";
			if ("reply" in outcome && typeof outcome.reply === "string") {
				remaining.delete(id);
				yield { id, raw: Buffer.from(outcome.reply, "base64") };
			} else if ("error" in outcome && outcome.error instanceof NotFound) remaining.delete(id);
		}
	} catch (cause) {
		if (!(cause instanceof TooLarge)) throw cause;
	}
	for (const id of remaining) {
		const raw = await session.client.bytes(pathOf(id), signal).catch((cause: unknown) => {
			if (cause instanceof NotFound) return null;
			throw cause;
		});
		if (raw !== null) yield { id, raw };
	}
}

function pathOf(id: string): string {
	return `/messages/${encodeURIComponent(id)}/$value`;
}

/** Up to and including the empty line (RFC 5322 §2.1). */
function headerSection(raw: Buffer): Buffer {
	const ends = ["\r\n\r\n", "\n\n"].flatMap((mark) => {
		const at = raw.indexOf(mark);
		return at < 0 ? [] : [at + mark.length];
	});
	return ends.length === 0 ? raw : raw.subarray(0, Math.min(...ends));
}
