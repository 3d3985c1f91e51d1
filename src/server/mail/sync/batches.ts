import { pause } from "#shared/pause.ts";
import type { Database } from "../../db/database.ts";
import { hasReaders } from "../store/readers.ts";
import type { Content } from "../store/rows.ts";

/**
 * A batch ends at whichever limit comes first. It is one transaction, during which the embedded database serves no
 * other query.
 */
interface BatchSize {
	messages: number;
	characters: number;
}

/** While a user reads mail: short, with a gap between batches in which the statements of a request can run. */
const SHORT: BatchSize = { messages: 25, characters: 300_000 };
const GAP_MS = 20;
const LARGE: BatchSize = { messages: 200, characters: 2_400_000 };
/** A new mailbox from a sample: the user waits for all of it, and other readers wait a moment for each batch. */
const SAMPLE: BatchSize = { messages: 600, characters: Number.POSITIVE_INFINITY };
/** Storing a header costs about a quarter of storing a message. */
const HEADER = 0.25;

/**
 * Stores messages in batches, sized to leave room for concurrent readers.
 * @param messages.isSample they are a whole mailbox that a user waits for
 * @param store stores one batch; called at least once, so that whatever accompanies the last batch is stored even
 * without messages
 */
export async function inBatches<T extends { content: Content | null }>(
	database: Database,
	signal: AbortSignal,
	{ messages, isSample = false }: { messages: readonly T[]; isSample?: boolean },
	store: (batch: T[], how: { isBulk: boolean; isLast: boolean }) => Promise<void>,
): Promise<void> {
	const isBulk = isSample || !hasReaders(database);
	const batches = cut(messages, isSample ? SAMPLE : isBulk ? LARGE : SHORT);
	for (const [index, batch] of batches.entries()) {
		signal.throwIfAborted();
		await store(batch, { isBulk, isLast: index === batches.length - 1 });
		if (!isBulk) await pause(GAP_MS, signal);
	}
}

function cut<T extends { content: Content | null }>(messages: readonly T[], max: BatchSize): T[][] {
	const batches: T[][] = [[]];
	let weight = 0;
	let characters = 0;
	for (const message of messages) {
		const isHeader = message.content !== null && message.content.sha256 === null;
		const one = isHeader ? HEADER : 1;
		const size = (message.content?.message.text.length ?? 0) + (message.content?.lexemes.length ?? 0);
		const batch = batches.at(-1) as T[];
		if (batch.length > 0 && (weight + one > max.messages || characters + size > max.characters)) {
			batches.push([message]);
			weight = one;
			characters = size;
		} else {
			batch.push(message);
			weight += one;
			characters += size;
		}
	}
	return batches;
}
