/** Messages added to a mailbox that has no server, such as sent mail, drafts and restored mail, stored in the account's state. */

import { Unsupported } from "#server/mail/provider/errors.ts";
import type { ProviderEnvironment, RemoteMessage } from "#server/mail/provider/provider.ts";
import type { MessageFlags } from "#shared/mail/flags.ts";
import { createAccountQueue } from "./account-queue.ts";

/** State stores small values: messages above the size limit of mail servers are refused. */
export const LIMIT_BYTES = 25 * 1024 * 1024;
const PAGE = 500;

interface Facts {
	folderId: string;
	flags: MessageFlags;
	receivedAt: number;
	sizeBytes: number;
	/** Absent: none. */
	labels?: string[];
	threadId?: string;
}

/** A message's own state; read, received now and without labels when absent. */
type Initial = Pick<Facts, "flags" | "receivedAt" | "labels" | "threadId">;

interface AddedMessage {
	folderId: string;
	raw: Uint8Array;
	initial?: Initial;
}

export interface AddedMessages {
	/**
	 * Stores a message.
	 * @returns its id @throws Unsupported when it is larger than 25 MB
	 */
	add(folderId: string, raw: Uint8Array, initial?: Initial): Promise<string>;
	/**
	 * The same for several messages, atomically.
	 * @param also entries of the state that are written with them
	 * @returns their ids
	 */
	addAll(messages: readonly AddedMessage[], also?: readonly [key: string, value: unknown][]): Promise<string[]>;
	/** Messages with an id after `after` ("" for all), oldest first, in their original state. */
	list(after: string, limit: number): Promise<RemoteMessage[]>;
	find(ids: readonly string[]): Promise<RemoteMessage[]>;
	/** Null when there is no such message. */
	read(id: string): Promise<Uint8Array | null>;
	/** All messages, without bytes. */
	all(): Promise<RemoteMessage[]>;
	/** Frees the bytes of destroyed messages; their ids are not reused. */
	forget(ids: readonly string[]): Promise<void>;
}

const ID = /^own-\d{8}$/;

const remote = (id: string, facts: Facts): RemoteMessage => ({ id, ...facts, labels: facts.labels ?? [] });

/** Ids are assigned from the last one read, so writers to the same account are serialized. */
const inQueue = createAccountQueue();

/**
 * One process at a time adds to an account.
 * @param options.prefix of the keys in the state
 * @param options.tooLarge why a message above 25 MB is refused, for the user
 */
export function createAddedMessages(
	{ account, state, now }: ProviderEnvironment,
	{ prefix, tooLarge }: { prefix: string; tooLarge: string },
): AddedMessages {
	const FACTS = `${prefix}/own/`;
	const BYTES = `${prefix}/raw/`;
	/** Number of messages ever added. */
	const COUNT = `${prefix}/added`;
	const list = async (after: string, limit: number): Promise<RemoteMessage[]> => {
		const entries = await state.list(FACTS, FACTS + after, limit);
		return entries.map(([key, value]) => remote(key.slice(FACTS.length), value as Facts));
	};
	const all = async (): Promise<RemoteMessage[]> => {
		const found: RemoteMessage[] = [];
		for (;;) {
			const page = await list(found.at(-1)?.id ?? "", PAGE);
			found.push(...page);
			if (page.length < PAGE) return found;
		}
	};
	async function addAll(
		messages: readonly AddedMessage[],
		also: readonly [key: string, value: unknown][] = [],
	): Promise<string[]> {
		if (messages.some(({ raw }) => raw.length > LIMIT_BYTES)) throw new Unsupported(tooLarge);
		return inQueue(account.id, async () => {
			const last = Number((await state.get([COUNT])).get(COUNT) ?? 0);
			const ids = messages.map((_, index) => `own-${String(last + index + 1).padStart(8, "0")}`);
			const entries = messages.flatMap(({ folderId, raw, initial }, index): [string, unknown][] => {
				const flags: MessageFlags = { read: true, starred: false, important: false, answered: false };
				const facts: Facts = { folderId, flags, receivedAt: now(), ...initial, sizeBytes: raw.length };
				return [
					[FACTS + ids[index], facts],
					[BYTES + ids[index], Buffer.from(raw).toString("base64")],
				];
			});
			await state.put([...entries, [COUNT, last + ids.length], ...also]);
			return ids;
		});
	}
	return {
		list,
		all,
		addAll,
		async add(folderId, raw, initial) {
			const [id = ""] = await addAll([{ folderId, raw, ...(initial && { initial }) }]);
			return id;
		},
		async find(ids) {
			const own = ids.filter((id) => ID.test(id));
			if (own.length === 0) return [];
			const found = await state.get(own.map((id) => FACTS + id));
			return [...found].map(([key, value]) => remote(key.slice(FACTS.length), value as Facts));
		},
		async read(id) {
			if (!ID.test(id)) return null;
			const encoded = (await state.get([BYTES + id])).get(BYTES + id);
			return typeof encoded === "string" ? Buffer.from(encoded, "base64") : null;
		},
		async forget(ids) {
			const own = ids.filter((id) => ID.test(id));
			if (own.length > 0) await state.put(own.map((id): [string, unknown] => [BYTES + id, null]));
		},
	};
}
