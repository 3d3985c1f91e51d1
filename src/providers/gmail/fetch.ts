import type { FetchedMessage } from "#server/mail/provider/provider.ts";
import { checkFailure, getMessages } from "./messages/messages.ts";
import type { GmailSession } from "./session.ts";

/** Up to this many messages are fetched with interactive priority, because a user opened them. */
const BY_HAND = 3;
/** Whole messages per request; a slow consumer leaves the rest at Gmail. */
const GROUP = 25;

/** Streams whole messages or header sections. Read as raw: Gmail's parsed headers are not the original bytes. */
export async function* fetchMessages(
	session: GmailSession,
	ids: readonly string[],
	parts: "headers" | "full",
	signal: AbortSignal,
): AsyncGenerator<FetchedMessage> {
	signal.throwIfAborted();
	const requestOptions = session.requestOptions(ids.length <= BY_HAND ? "interactive" : "bulk", signal);
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
		// The caller requests the remaining ones again.
		if (broken !== undefined) {
			await checkFailure({ failure: broken }, session.labels, requestOptions);
			throw broken;
		}
	}
}

/** Up to and including the first empty line (RFC 5322 §2.1). */
function headerSection(raw: Buffer): Buffer {
	const ends = ["\r\n\r\n", "\n\n"].map((mark) => [raw.indexOf(mark), mark.length] as const);
	const [first] = ends.filter(([at]) => at >= 0).sort((a, b) => a[0] - b[0]);
	return first === undefined ? raw : raw.subarray(0, first[0] + first[1]);
}
