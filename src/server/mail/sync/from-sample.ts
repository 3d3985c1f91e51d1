import { sampleBlobs } from "../samples/stored-sample.ts";
import { waitForSample } from "../samples/wait-for-sample.ts";
import { MESSAGE_OVERHEAD } from "../storage/usage.ts";
import type { Attempt } from "./attempt.ts";
import { type PreparedPage, requireRoomFor } from "./prepare.ts";

/**
 * Starts a new mailbox with its provider's prepared sample: its messages become this mailbox's mail, and their files its
 * blobs. Nothing is generated or parsed.
 * @param listedAt database time
 * @returns all of them as the first page of the listing; null when there is no prepared sample: list the mailbox then
 * @throws AppError 409 `storage-quota`
 */
export async function readSamplePage(attempt: Attempt, listedAt: Date): Promise<PreparedPage | null> {
	const { ctx, accountId, provider, retryPolicy } = attempt;
	if (provider.sample === undefined) return null;
	const { dataDir, version } = ctx.config;
	const { signal } = retryPolicy;
	const found = await waitForSample(dataDir, provider.kind, { version, now: ctx.now(), signal });
	if (found === null) return null;
	const { sample, folder } = found;
	const newBytes = sample.sizes.reduce((sum, size) => sum + size + MESSAGE_OVERHEAD, 0);
	await requireRoomFor(attempt, newBytes);
	const session = await attempt.session();
	if ((await session.reader.startFromSample?.(sample)) !== true) return null;
	const { messages, cursor } = sample;
	const hashes = messages.map(({ content }) => content.sha256);
	try {
		await ctx.blobs.addFrom(sampleBlobs(folder), accountId, hashes, retryPolicy.signal);
	} catch (cause) {
		// A newer sample has replaced it. The provider generates the same mail while it lists the mailbox.
		if ((cause as NodeJS.ErrnoException).code === "ENOENT") return null;
		throw cause;
	}
	const total = messages.length;
	const page = { removed: [], cursor, more: true, done: total, total, unit: "messages" as const };
	return { page, messages, vanished: 0, newBytes, listedAt, isSample: true };
}
