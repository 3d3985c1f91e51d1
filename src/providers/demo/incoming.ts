import type { AddedMessages } from "#providers/shared/added-messages.ts";
import type { ProviderEnvironment } from "#server/mail/provider/provider.ts";
import { pause } from "#shared/pause.ts";
import type { Arrival } from "./mail/arrivals.ts";

const KEY = "demo/arrivals";
const MIN_PAUSE_MS = 3_000;
/** At most this long without reading the state, because the mailbox may be reset. */
const MAX_PAUSE_MS = 60_000;
/** Once everything has arrived. */
const IDLE_PAUSE_MS = 600_000;

interface Progress {
	/** When the mailbox was listed completely, epoch milliseconds. */
	start: number;
	/** Number of messages delivered. */
	delivered: number;
}

/** Mail that comes into a demo mailbox after its start. One sync at a time delivers. */
export function createIncoming(
	{ state, now }: Pick<ProviderEnvironment, "state" | "now">,
	outbox: Pick<AddedMessages, "addAll">,
	arrivals: readonly Arrival[],
) {
	const read = async (): Promise<Progress | null> =>
		((await state.get([KEY])).get(KEY) as Progress | undefined) ?? null;

	/** Starts the clock, once: when the mailbox has been listed. */
	async function start(): Promise<void> {
		if (arrivals.length === 0 || (await read()) !== null) return;
		await state.put([[KEY, { start: now(), delivered: 0 } satisfies Progress]]);
	}

	/** When the next message arrives; null: none is left. */
	async function nextAt(): Promise<number | null> {
		const { start: since, delivered } = (await read()) ?? { start: now(), delivered: 0 };
		const next = arrivals[delivered];
		return next === undefined ? null : since + next.after;
	}

	return {
		start,
		/** Stores the messages that have arrived by now. */
		async deliver(): Promise<void> {
			await start();
			const progress = await read();
			if (progress === null) return;
			const { delivered } = progress;
			const due = arrivals.slice(delivered).filter(({ after }) => progress.start + after <= now());
			if (due.length === 0) return;
			const flags = { read: false, starred: false, important: false, answered: false };
			await outbox.addAll(
				due.map(({ after, raw }) => ({
					folderId: "inbox",
					raw: raw(progress.start + after),
					initial: { flags, receivedAt: progress.start + after },
				})),
				[[KEY, { ...progress, delivered: delivered + due.length } satisfies Progress]],
			);
		},
		/** Calls back whenever a message has arrived, until the signal aborts. */
		async watch(onChange: () => void, signal: AbortSignal): Promise<void> {
			while (!signal.aborted) {
				const next = await nextAt();
				const wait = next === null ? IDLE_PAUSE_MS : Math.min(MAX_PAUSE_MS, next - now());
				if (wait <= 0) onChange();
				await pause(Math.max(MIN_PAUSE_MS, wait), signal).catch(() => undefined);
			}
		},
	};
}

/** The delivery of mail that arrives later. */
export type Incoming = ReturnType<typeof createIncoming>;
