import { pause } from "#shared/pause.ts";
import type { ProviderKind } from "../provider/provider.ts";
import { listUnfinishedSamples, readSample, type SampleFolder, type StoredSample } from "./stored-sample.ts";

/** Preparing takes a few seconds; when it takes longer than this, listing the mailbox is faster. */
const MAX_WAIT_MS = 20_000;
const POLL_MS = 100;
/** What is older was left by a crashed process. */
const MAX_AGE_MS = 5 * 60_000;

interface WaitOptions {
	/** Version of the program. */
	version: string;
	/** Epoch milliseconds. */
	now: number;
	signal: AbortSignal;
}

/**
 * The newest prepared sample of a provider. While the first one is being prepared, as in the first seconds of a new server,
 * this waits for it: listing the mailbox meanwhile would generate and parse the same mail a second time.
 * @returns null when there is none and none is being prepared
 * @throws the signal's reason
 */
export async function waitForSample(
	dataDir: string,
	kind: ProviderKind,
	{ version, now, signal }: WaitOptions,
): Promise<{ folder: SampleFolder; sample: StoredSample } | null> {
	for (const end = performance.now() + MAX_WAIT_MS; ; await pause(POLL_MS, signal)) {
		// Listed first: it is renamed when it is complete.
		const unfinished = await listUnfinishedSamples(dataDir, kind);
		const found = await readSample(dataDir, kind, { version, now });
		if (found !== null) return found;
		if (performance.now() > end || !unfinished.some(({ base }) => base > now - MAX_AGE_MS)) return null;
	}
}
