import { setImmediate } from "node:timers/promises";
import { createAddedMessages } from "#providers/shared/added-messages.ts";
import { createOverlay } from "#providers/shared/overlay.ts";
import { NotFound } from "#server/mail/provider/errors.ts";
import type { ChangeResult, FetchedMessage, ProviderEnvironment } from "#server/mail/provider/provider.ts";
import type { ProviderSession } from "#server/mail/provider/session.ts";
import { editionOf } from "./cursor.ts";
import { type AccountMailbox, compose, headerOf } from "./generated.ts";
import { createIncoming } from "./incoming.ts";
import { listChanges } from "./listing.ts";
import type { Arrival } from "./mail/arrivals.ts";
import { knownSizes, quota } from "./quota.ts";
import { findDrafts, findSent, send } from "./send.ts";
import { FOLDERS, find, listFolders, type SessionParts } from "./session-parts.ts";

/**
 * A session over the generated mailbox of an account.
 * @param arrivals what comes in afterwards, in order
 */
export function createSession(
	environment: ProviderEnvironment,
	mailbox: AccountMailbox,
	arrivals: readonly Arrival[],
): ProviderSession {
	const parts = partsOf(environment, mailbox, arrivals);
	const { overlay, outbox, incoming } = parts;
	return {
		reader: {
			listFolders: () => listFolders(parts),
			listChanges: (cursor, options) => listChanges(parts, cursor, options),
			fetchMessages: (ids, wanted, signal) => fetchMessages(parts, ids, wanted, signal),
			async startFromSample({ base, cursor, sizes }) {
				return parts.startFrom(base, [knownSizes(editionOf(cursor), sizes)]);
			},
			quota: () => quota(parts),
		},
		writer: {
			setFlags: (ids, flags) => change(parts, ids, (known) => overlay.setFlags(known, flags)),
			setLabels: (ids, labels) => change(parts, ids, (known) => overlay.setLabels(known, labels)),
			async move(ids, folderId) {
				if (!(await listFolders(parts)).some(({ id }) => id === folderId)) {
					throw new NotFound("The folder doesn't exist: choose another one");
				}
				return change(parts, ids, (known) => overlay.move(known, folderId));
			},
			destroy: (ids) => destroy(parts, ids),
			async createFolder(name) {
				const standard = FOLDERS.find((folder) => folder.name.toLowerCase() === name.trim().toLowerCase());
				return standard ?? overlay.createFolder(name);
			},
			async append({ folderId, raw, flags, labels, receivedAt }) {
				if (!(await listFolders(parts)).some(({ id }) => id === folderId))
					throw new NotFound("The folder doesn't exist: choose another one");
				return { id: await outbox.add(folderId, raw, { flags, receivedAt, labels }) };
			},
		},
		sender: {
			send: (message, options) => send(outbox, message, options, environment.now()),
			findSent: (query) => findSent(outbox, query),
		},
		drafts: {
			async save(raw, replaces) {
				const earlier = replaces === undefined ? [] : await findDrafts(outbox, overlay, replaces);
				const id = await outbox.add("drafts", raw);
				await destroy(parts, earlier);
				return { id };
			},
			async remove(draft) {
				await destroy(parts, await findDrafts(outbox, overlay, draft));
			},
		},
		...(arrivals.length > 0 && { watcher: { watch: incoming.watch } }),
		close: async () => undefined,
	};
}

function partsOf(
	environment: ProviderEnvironment,
	mailbox: AccountMailbox,
	arrivals: readonly Arrival[],
): SessionParts {
	const { state } = environment;
	const outbox = createAddedMessages(environment, {
		prefix: "demo",
		tooLarge: "The demo mailbox keeps messages of up to 25 MB: attach less, or send it from a real one",
	});
	return {
		...mailbox,
		state,
		overlay: createOverlay(state),
		outbox,
		incoming: createIncoming(environment, outbox, arrivals),
	};
}

async function* fetchMessages(
	parts: SessionParts,
	ids: string[],
	wanted: "headers" | "full",
	signal: AbortSignal,
): AsyncGenerator<FetchedMessage> {
	const { mailbox, overlay, outbox } = parts;
	signal.throwIfAborted();
	const generated = await mailbox();
	for (const { id } of await overlay.apply(await find(parts, ids))) {
		await setImmediate();
		signal.throwIfAborted();
		const message = generated.byId.get(id);
		const raw = message ? compose(generated, message) : await outbox.read(id);
		if (raw) yield { id, raw: wanted === "headers" ? headerOf(raw) : raw };
	}
}

async function change(
	parts: SessionParts,
	ids: string[],
	make: (known: string[]) => Promise<ChangeResult>,
): Promise<ChangeResult> {
	const known = new Set((await find(parts, ids)).map(({ id }) => id));
	const { missing } = await make(ids.filter((id) => known.has(id)));
	return { missing: [...ids.filter((id) => !known.has(id)), ...missing], renamed: {} };
}

async function destroy(parts: SessionParts, ids: string[]): Promise<ChangeResult> {
	const result = await change(parts, ids, (known) => parts.overlay.destroy(known));
	await parts.outbox.forget(ids);
	return result;
}
