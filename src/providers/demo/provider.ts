/** The demo mailbox as a provider: generated mail with the user's changes applied. */

import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import { createAccountQueue } from "#providers/shared/account-queue.ts";
import { createAddedMessages, LIMIT_BYTES } from "#providers/shared/added-messages.ts";
import { createOverlay, STANDARD_FOLDERS } from "#providers/shared/overlay.ts";
import { CursorExpired, NotFound } from "#server/mail/provider/errors.ts";
import type {
	ChangePage,
	ChangeResult,
	Provider,
	ProviderEnvironment,
	ProviderSession,
	RemoteFolder,
	RemoteMessage,
} from "#server/mail/provider/provider.ts";
import type { Arrival } from "./arrivals.ts";
import { findDrafts } from "./drafts.ts";
import { createIncoming } from "./incoming.ts";
import { type DemoMessage, generateDemo } from "./mailbox.ts";
import { OWNER } from "./message.ts";
import { hash32 } from "./prng.ts";
import { findSent, send } from "./send.ts";
import { demoSenders } from "./senders.ts";

const FOLDERS: RemoteFolder[] = [
	...STANDARD_FOLDERS,
	{ id: "harbour", name: "Projects/Harbour Museum", role: "custom" },
	{ id: "receipts", name: "Receipts", role: "custom" },
];

/** The demo's quota: nearly used up, so that cleaning makes a difference. */
const QUOTA_BYTES = 115e6;
/** Approximate bytes of mail per page: the pipeline takes whole pages. */
const PAGE_BYTES = 4 * 1024 * 1024;
/** Messages composed before yielding to the event loop. */
const BREATH = 25;
/** Generated mailboxes cached in memory, because concurrent users often share one. */
const MAX_CACHED = 4;

const BASE = "demo/base";
const SIZES = "demo/sizes";

/** Clearing every key with one of these prefixes restores the mailbox of the first day. */
export const DEMO_STATE_PREFIXES = ["demo/", "overlay/"] as const;

const cursorShape = z.object({
	/** The generated mailbox that the cursor belongs to. */
	edition: z.number().int(),
	/** Number of generated messages listed. */
	at: z.number().int().nonnegative(),
	/** Id of the last listed message that the user added. */
	own: z.string(),
	/** Sequence number of the last listed user change. */
	seq: z.number().int().nonnegative(),
});

type Cursor = z.infer<typeof cursorShape>;

const write = ({ edition, at, own, seq }: Cursor): string => JSON.stringify({ edition, at, own, seq });

function read(text: string, edition: number): Cursor {
	let cursor: Cursor;
	try {
		cursor = cursorShape.parse(JSON.parse(text));
	} catch (error) {
		throw new CursorExpired("This cursor is not known; the mailbox is listed again", { cause: error });
	}
	if (cursor.edition !== edition) throw new CursorExpired("The demo mailbox was created again: it is listed again");
	return cursor;
}

interface Mailbox {
	edition: number;
	/** Newest first. */
	messages: DemoMessage[];
	byId: Map<string, DemoMessage>;
	/** Bytes of the messages composed so far, by id. */
	sizes: Map<string, number>;
}

const remoteOf = ({ id, folder, flags, labels, receivedAt }: DemoMessage): RemoteMessage => ({
	id,
	folderId: folder,
	flags: { ...flags },
	labels: [...labels],
	receivedAt,
});

function compose({ sizes }: Mailbox, message: DemoMessage): Uint8Array {
	const raw = message.raw();
	sizes.set(message.id, raw.length);
	return raw;
}

function headerOf(raw: Uint8Array): Uint8Array {
	const end = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).indexOf("\r\n\r\n");
	return end < 0 ? raw : raw.subarray(0, end + 4);
}

/**
 * A provider over generated mail.
 * @param generate generates the mailbox for a point in time (epoch milliseconds), deterministically
 * @param arrivals what comes in afterwards, in order
 */
export function createDemoProvider(
	generate: (now: number) => DemoMessage[] = (now) => generateDemo({ now }),
	arrivals: readonly Arrival[] = [],
): Provider {
	const cache = new Map<number, Mailbox>();
	const inQueue = createAccountQueue();

	/**
	 * The reference time of all dates, chosen once, so that ids and contents never change.
	 * @param start stored with `known` unless a time is stored
	 */
	function baseOf(
		{ account, state }: ProviderEnvironment,
		start: number,
		known: [key: string, value: unknown][] = [],
	): Promise<number> {
		return inQueue(account.id, async () => {
			const stored = (await state.get([BASE])).get(BASE);
			if (typeof stored === "number") return stored;
			await state.put([[BASE, start], ...known]);
			return start;
		});
	}

	function mailboxAt(base: number): Mailbox {
		const known = cache.get(base);
		if (known) return known;
		const messages = generate(base);
		const edition = hash32(`${base} ${messages.map(({ id }) => id).join(" ")}`);
		const byId = new Map(messages.map((message) => [message.id, message]));
		const mailbox: Mailbox = { edition, messages, byId, sizes: new Map() };
		const oldest = cache.keys().next();
		if (cache.size >= MAX_CACHED && !oldest.done) cache.delete(oldest.value);
		cache.set(base, mailbox);
		return mailbox;
	}

	async function open(environment: ProviderEnvironment): Promise<ProviderSession> {
		const { state, now } = environment;
		const overlay = createOverlay(state);
		const outbox = createAddedMessages(environment, {
			prefix: "demo",
			tooLarge: "The demo mailbox keeps messages of up to 25 MB: attach less, or send it from a real one",
		});
		const incoming = createIncoming(environment, outbox, arrivals);
		// Chosen at the first use, because a sample may choose it.
		let base: Promise<number> | undefined;
		const mailbox = async (): Promise<Mailbox> => {
			base ??= baseOf(environment, Math.floor(now() / 60_000) * 60_000);
			return mailboxAt(await base);
		};

		const isStarted = async (): Promise<boolean> => (await state.get([BASE])).has(BASE);

		/** Known messages of both kinds in their original state, in the order requested. */
		async function find(ids: readonly string[]): Promise<RemoteMessage[]> {
			const own = new Map((await outbox.find(ids)).map((message) => [message.id, message]));
			const { byId } = await mailbox();
			return [...new Set(ids)].flatMap((id) => {
				const message = byId.get(id);
				return message ? [remoteOf(message)] : (own.get(id) ?? []);
			});
		}

		async function change(ids: string[], make: (known: string[]) => Promise<ChangeResult>): Promise<ChangeResult> {
			const known = new Set((await find(ids)).map(({ id }) => id));
			const { missing } = await make(ids.filter((id) => known.has(id)));
			return { missing: [...ids.filter((id) => !known.has(id)), ...missing], renamed: {} };
		}

		/** The next generated messages, with the bytes of all but the large ones. */
		async function generatedPage(cursor: Cursor, limit: number, signal: AbortSignal): Promise<RemoteMessage[]> {
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

		async function withBytes(message: RemoteMessage): Promise<RemoteMessage> {
			const raw = await outbox.read(message.id);
			return raw ? { ...message, raw } : message;
		}

		async function page(cursor: Cursor, limit: number, signal: AbortSignal): Promise<ChangePage> {
			const total = (await mailbox()).messages.length;
			const shown = async (listed: RemoteMessage[], next: Cursor): Promise<ChangePage> => {
				const unlisted = next.at < total || (await outbox.list(next.own, 1)).length > 0;
				return {
					messages: await overlay.apply(listed),
					removed: [],
					cursor: write(next),
					more: unlisted || (await overlay.head()) > next.seq,
					done: next.at,
					total,
					unit: "messages",
				};
			};
			if (cursor.at < total) {
				const generated = await generatedPage(cursor, limit, signal);
				const next = { ...cursor, at: cursor.at + generated.length };
				if (next.at >= total) await incoming.start();
				return shown(generated, next);
			}
			await incoming.deliver();
			const own = await outbox.list(cursor.own, limit);
			const last = own.at(-1);
			if (last) return shown(await Promise.all(own.map(withBytes)), { ...cursor, own: last.id });
			const changes = await overlay.changesSince(cursor.seq, limit);
			const messages = await overlay.apply(await find(changes.changed));
			const next = write({ ...cursor, seq: changes.seq });
			return { messages, removed: changes.removed, cursor: next, more: changes.more };
		}

		const folders = async (): Promise<RemoteFolder[]> => [...FOLDERS, ...(await overlay.folders())];

		/** Measured once by composing the messages that were not composed before, then cached. */
		async function generatedSizes(): Promise<number[]> {
			const generated = await mailbox();
			const { edition, messages } = generated;
			const known = (await state.get([SIZES])).get(SIZES) as { edition: number; sizes: number[] } | undefined;
			if (known?.edition === edition) return known.sizes;
			const sizes: number[] = [];
			for (const message of messages) {
				if (message.large || sizes.length % BREATH === 0) await setImmediate();
				sizes.push(generated.sizes.get(message.id) ?? compose(generated, message).length);
			}
			await state.put([[SIZES, { edition, sizes }]]);
			return sizes;
		}

		async function destroy(ids: string[]): Promise<ChangeResult> {
			const result = await change(ids, (known) => overlay.destroy(known));
			await outbox.forget(ids);
			return result;
		}

		return {
			listFolders: folders,
			async listChanges(cursor, { limit, signal }) {
				signal.throwIfAborted();
				const { edition } = await mailbox();
				const start = cursor === null ? { edition, at: 0, own: "", seq: await overlay.head() } : read(cursor, edition);
				return page(start, Math.max(1, limit), signal);
			},
			async *fetchMessages(ids, parts, signal) {
				signal.throwIfAborted();
				const generated = await mailbox();
				for (const { id } of await overlay.apply(await find(ids))) {
					await setImmediate();
					signal.throwIfAborted();
					const message = generated.byId.get(id);
					const raw = message ? compose(generated, message) : await outbox.read(id);
					if (raw) yield { id, raw: parts === "headers" ? headerOf(raw) : raw };
				}
			},
			setFlags: (ids, flags) => change(ids, (known) => overlay.setFlags(known, flags)),
			setLabels: (ids, labels) => change(ids, (known) => overlay.setLabels(known, labels)),
			async move(ids, folderId) {
				if (!(await folders()).some(({ id }) => id === folderId)) {
					throw new NotFound("The folder doesn't exist: choose another one");
				}
				return change(ids, (known) => overlay.move(known, folderId));
			},
			destroy,
			async createFolder(name) {
				const standard = FOLDERS.find((folder) => folder.name.toLowerCase() === name.trim().toLowerCase());
				return standard ?? overlay.createFolder(name);
			},
			send: (message, options) => send(outbox, message, options, now()),
			findSent: (query) => findSent(outbox, query),
			async saveDraft(raw, replaces) {
				const earlier = replaces === undefined ? [] : await findDrafts(outbox, overlay, replaces);
				const id = await outbox.add("drafts", raw);
				await destroy(earlier);
				return { id };
			},
			async removeDraft(draft) {
				await destroy(await findDrafts(outbox, overlay, draft));
			},
			async append({ folderId, raw, flags, labels, receivedAt }) {
				if (!(await folders()).some(({ id }) => id === folderId))
					throw new NotFound("The folder doesn't exist: choose another one");
				return { id: await outbox.add(folderId, raw, { flags, receivedAt, labels }) };
			},
			async startFromSample({ base: start, cursor, sizes }) {
				const { edition } = cursorShape.parse(JSON.parse(cursor));
				base ??= baseOf(environment, start, [[SIZES, { edition, sizes }]]);
				return (await base) === start;
			},
			async quota() {
				// A sample may still choose the time.
				if (base === undefined && !(await isStarted())) return null;
				const sizes = await generatedSizes();
				const generated = (await mailbox()).messages.map((message, index) => ({
					...remoteOf(message),
					sizeBytes: sizes[index] as number,
				}));
				const present = await overlay.apply([...generated, ...(await outbox.all())]);
				return {
					usedBytes: present.reduce((sum, { sizeBytes = 0 }) => sum + sizeBytes, 0),
					limitBytes: QUOTA_BYTES,
				};
			},
			...(arrivals.length > 0 && { watch: incoming.watch }),
			close: async () => undefined,
		};
	}

	return {
		kind: "demo",
		capabilities: {
			labels: true,
			folders: true,
			serverRules: false,
			push: arrivals.length > 0,
			send: true,
			quota: true,
			threadIds: false,
			categories: false,
			append: true,
			permanentDelete: true,
			receives: arrivals.length > 0,
			remote: false,
		},
		open,
		defaultAddress: OWNER.email,
		maxMessageBytes: LIMIT_BYTES,
		senders: demoSenders,
		sample(base) {
			const { edition, messages } = mailboxAt(base);
			return {
				base,
				cursor: write({ edition, at: messages.length, own: "", seq: 0 }),
				messages: messages.map((message) => ({ remote: remoteOf(message), raw: message.raw })),
			};
		},
		// There is no grant to revoke, and the kernel clears the state with the account.
		disconnect: async () => undefined,
	};
}

export const demoProvider: Provider = createDemoProvider();
