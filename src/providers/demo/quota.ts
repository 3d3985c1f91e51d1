import { setImmediate } from "node:timers/promises";
import { compose, remoteOf } from "./generated.ts";
import type { SessionParts } from "./session-parts.ts";

/** The demo's quota: nearly used up, so that cleaning makes a difference. */
const QUOTA_BYTES = 115e6;
/** Messages composed before yielding to the event loop. */
const BREATH = 25;

const SIZES = "demo/sizes";

/** What a sample stores, so that its messages are not measured again. */
export function knownSizes(edition: number, sizes: number[]): [key: string, value: unknown] {
	return [SIZES, { edition, sizes }];
}

/** What the mailbox occupies; null before it is generated. */
export async function quota(session: SessionParts): Promise<{ usedBytes: number; limitBytes: number } | null> {
	const { mailbox, overlay, outbox, isStarted } = session;
	// A sample may still choose the time.
	if (!(await isStarted())) return null;
	const sizes = await generatedSizes(session);
	const generated = (await mailbox()).messages.map((message, index) => ({
		...remoteOf(message),
		sizeBytes: sizes[index] as number,
	}));
	const present = await overlay.apply([...generated, ...(await outbox.all())]);
	return {
		usedBytes: present.reduce((sum, { sizeBytes = 0 }) => sum + sizeBytes, 0),
		limitBytes: QUOTA_BYTES,
	};
}

/** Measured once by composing the messages that were not composed before, then cached. */
async function generatedSizes({ mailbox, state }: SessionParts): Promise<number[]> {
	const generated = await mailbox();
	const { edition, messages } = generated;
	const known = (await state.get([SIZES])).get(SIZES) as { edition: number; sizes: number[] } | undefined;
	if (known?.edition === edition) return known.sizes;
	const sizes: number[] = [];
	for (const message of messages) {
		if (message.large || sizes.length % BREATH === 0) await setImmediate();
		sizes.push(generated.sizes.get(message.id) ?? compose(generated, message).length);
	}
	await state.put([knownSizes(edition, sizes)]);
	return sizes;
}
