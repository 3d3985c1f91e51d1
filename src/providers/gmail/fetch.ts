import type { FetchedMessage } from "#server/mail/provider/provider.ts";
import { checkFailure, getMessages } from "./messages.ts";
import type { GmailSession } from "./session.ts";

/** So few are asked for because somebody opens them. */
const BY_HAND = 3;
/** Whole messages asked for at once: what a slow reader leaves unread waits at Gmail. */
const GROUP = 25;

/** Whole messages, or their header sections, as they come. Gmail's own form of a header is not the message's bytes. */
export async function* fetchMessages(
	session: GmailSession,
	ids: readonly string[],
	parts: "headers" | "full",
	signal: AbortSignal,
): AsyncGenerator<FetchedMessage> {
	signal.throwIfAborted();
	const requestOptions = session.requestOptions(ids.length <= BY_HAND ? "hand" : "bulk", signal);
	const wanted = [...new Set(ids)];
	for (let from = 0; from < wanted.length; from += GROUP) {
		const group = wanted.slice(from, from + GROUP);
		let broken: Error | undefined;
		for await (const { id, message, failure } of getMessages(session.api, group, "raw", requestOptions)) {
			broken ??= failure;
			if (message?.raw === undefined) continue;
			const raw = Buffer.from(message.raw, "base64url");
			yield { id, raw: parts === "full" ? raw : headerSection(raw) };
		}
		// What is left is asked for again by whoever wants it.
		if (broken !== undefined) {
			await checkFailure({ failure: broken }, session.labels, requestOptions);
			throw broken;
		}
	}
}

/** Up to and with the first empty line (RFC 5322 §2.1). */
function headerSection(raw: Buffer): Buffer {
	const ends = ["\r\n\r\n", "\n\n"].map((mark) => [raw.indexOf(mark), mark.length] as const);
	const [first] = ends.filter(([at]) => at >= 0).sort((a, b) => a[0] - b[0]);
	return first === undefined ? raw : raw.subarray(0, first[0] + first[1]);
}
