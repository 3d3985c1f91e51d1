import type { RemoteMessage } from "#server/mail/provider/provider.ts";
import type { RequestOptions } from "../api/call.ts";
import { checkFailure, getMessages, messageStateOf } from "../messages/messages.ts";
import { STATE_LABELS } from "../messages/system-labels.ts";
import type { GmailSession } from "../session.ts";
import { allIds } from "./ids.ts";

export interface LabelState {
	/**
	 * Labels of messages whose content is not requested; deleted messages are omitted.
	 * @param since identifies the listing: results are cached until it ends
	 */
	of(
		messages: readonly { id: string; threadId: string }[],
		since: string,
		requestOptions: RequestOptions,
	): Promise<Map<string, RemoteMessage>>;
}

/**
 * Reading labels costs 20 units per message, or 5 units per 500 messages when listed by label; many messages are
 * therefore listed by label.
 */
export function createLabelState(session: GmailSession): LabelState {
	const { api, labels, limits } = session;
	let known: { since: string; labelsOf: Map<string, readonly string[]> } | null = null;

	async function byLabel(since: string, requestOptions: RequestOptions): Promise<Map<string, readonly string[]>> {
		if (known?.since === since) return known.labelsOf;
		const labelsOf = new Map<string, readonly string[]>();
		const joined = createJoined();
		const all = await labels.refresh(requestOptions);
		const own = await labels.own(requestOptions);
		for (const label of all.filter((id) => STATE_LABELS.includes(id) || own.has(id)))
			for await (const page of allIds(session, { label }, requestOptions))
				for (const { id } of page) labelsOf.set(id, joined(labelsOf.get(id), label));
		known = { since, labelsOf };
		return labelsOf;
	}

	async function oneByOne(ids: readonly string[], requestOptions: RequestOptions): Promise<Map<string, RemoteMessage>> {
		const found = new Map<string, RemoteMessage>();
		for await (const { id, message, failure } of getMessages(api, ids, "minimal", requestOptions)) {
			if (failure) await checkFailure({ failure }, labels, requestOptions);
			const state = message && (await messageStateOf(labels, message, requestOptions));
			if (state) found.set(id, state);
		}
		return found;
	}

	return {
		async of(messages, since, requestOptions) {
			if (messages.length <= limits.individually && known?.since !== since)
				return oneByOne(
					messages.map(({ id }) => id),
					requestOptions,
				);
			const labelsOf = await byLabel(since, requestOptions);
			const found = new Map<string, RemoteMessage>();
			for (const message of messages) {
				const labelIds = labelsOf.get(message.id) ?? [];
				const state = await messageStateOf(labels, { ...message, labelIds }, requestOptions);
				if (state) found.set(message.id, state);
			}
			return found;
		},
	};
}

/** Interns label sets: there are few, and messages with equal labels share one array. */
function createJoined(): (before: readonly string[] | undefined, label: string) => readonly string[] {
	const sets = new Map<readonly string[], Map<string, readonly string[]>>();
	const none: readonly string[] = [];
	return (before = none, label) => {
		const after = sets.get(before) ?? new Map<string, readonly string[]>();
		sets.set(before, after);
		const joined = after.get(label) ?? (before.includes(label) ? before : [...before, label]);
		after.set(label, joined);
		return joined;
	};
}
