import type { ChangePage, RemoteMessage } from "#server/mail/provider/provider.ts";
import type { RequestOptions } from "../api/call.ts";
import { checkFailure, type Format, getMessages, remoteOf } from "../messages/messages.ts";
import type { GmailSession } from "../session.ts";

export interface Contents {
	/** Messages found; deleted ones are missing. */
	messages: Map<string, RemoteMessage>;
	/** The ids requested, in order, up to where the page was full. */
	requested: Set<string>;
	skipped: NonNullable<ChangePage["skipped"]>;
}

/** Reads messages in order until a page is full. A message Gmail fails on does not stop the others. */
export async function readContents(
	session: GmailSession,
	ids: readonly string[],
	format: Format,
	requestOptions: RequestOptions,
): Promise<Contents> {
	const found: Contents = { messages: new Map(), requested: new Set(), skipped: [] };
	const { contents, pageBytes } = session.limits;
	let bytes = 0;
	for (let from = 0; from < ids.length && bytes < pageBytes; from += contents[format]) {
		const group = ids.slice(from, from + contents[format]);
		const broken: string[] = [];
		for await (const { id, message, failure } of getMessages(session.api, group, format, requestOptions)) {
			if (failure) {
				await checkFailure({ failure }, session.labels, requestOptions);
				broken.push(id);
			}
			const remote = message && (await remoteOf(session.labels, message, requestOptions));
			if (remote) found.messages.set(id, remote);
			bytes += remote?.raw?.length ?? 0;
		}
		for (const id of group) found.requested.add(id);
		if (broken.length === 0) continue;
		if (format === "metadata") {
			const reason = "Gmail returns an error for this message on every attempt.";
			for (const _ of broken) found.skipped.push({ offset: 0, reason });
			continue;
		}
		// The header may still be readable; later syncs request the body again.
		const heads = await readContents(session, broken, "metadata", requestOptions);
		for (const [id, remote] of heads.messages) found.messages.set(id, remote);
		found.skipped.push(...heads.skipped);
	}
	return found;
}
