import { createAccountQueue } from "#providers/shared/account-queue.ts";
import type { ProviderEnvironment, RemoteMessage } from "#server/mail/provider/provider.ts";
import { memoize } from "#shared/memoize.ts";
import type { DemoMessage } from "./mail/mailbox.ts";
import { hash32 } from "./mail/prng.ts";

/** Generated mailboxes cached in memory, because concurrent users often share one. */
const MAX_CACHED = 4;

const BASE = "demo/base";

/** A mailbox as it was generated. */
export interface Mailbox {
	edition: number;
	/** Newest first. */
	messages: DemoMessage[];
	byId: Map<string, DemoMessage>;
	/** Bytes of the messages composed so far, by id. */
	sizes: Map<string, number>;
}

/** A generated message in its original state. */
export function remoteOf({ id, folder, flags, labels, receivedAt }: DemoMessage): RemoteMessage {
	return { id, folderId: folder, flags: { ...flags }, labels: [...labels], receivedAt };
}

/** The bytes of a message. */
export function compose({ sizes }: Mailbox, message: DemoMessage): Uint8Array {
	const raw = message.raw();
	sizes.set(message.id, raw.length);
	return raw;
}

/** The header section of a message. */
export function headerOf(raw: Uint8Array): Uint8Array {
	const end = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).indexOf("\r\n\r\n");
	return end < 0 ? raw : raw.subarray(0, end + 4);
}

/** Generated mailboxes, by the reference time of all their dates. */
export function createGenerated(generate: (now: number) => DemoMessage[]) {
	const inQueue = createAccountQueue();

	/** @param start stored with `known` unless a time is stored */
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

	const cached = memoize(MAX_CACHED, (base): Mailbox => {
		const messages = generate(Number(base));
		const edition = hash32(`${base} ${messages.map(({ id }) => id).join(" ")}`);
		return { edition, messages, byId: new Map(messages.map((message) => [message.id, message])), sizes: new Map() };
	});
	const at = (base: number): Mailbox => cached(String(base));

	return {
		at,
		/** The mailbox of one account; its reference time is chosen once, so that ids and contents never change. */
		of(environment: ProviderEnvironment) {
			const { state, now } = environment;
			// Chosen at the first use, because a sample may choose it.
			let base: Promise<number> | undefined;
			return {
				async mailbox(): Promise<Mailbox> {
					base ??= baseOf(environment, Math.floor(now() / 60_000) * 60_000);
					return at(await base);
				},
				/** Chooses this time, and stores `known` with it, unless one is stored. @returns whether it is the account's time */
				async startFrom(start: number, known: [key: string, value: unknown][]): Promise<boolean> {
					base ??= baseOf(environment, start, known);
					return (await base) === start;
				},
				/** Whether a time is chosen. */
				isStarted: async (): Promise<boolean> => base !== undefined || (await state.get([BASE])).has(BASE),
			};
		},
	};
}

/** The generated mailbox of an account. */
export type AccountMailbox = ReturnType<ReturnType<typeof createGenerated>["of"]>;
