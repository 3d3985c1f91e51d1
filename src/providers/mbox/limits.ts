/** Limits on the work that one uploaded file may cause. Real mail is far below each; malicious files are not. */

/** A truncated or corrupt file: what was read before it is kept, the rest is reported. */
export class DamagedFile extends Error {
	override name = "DamagedFile";
}

/** The file costs more than any real one: reading stops. */
export class LimitReached extends DamagedFile {
	override name = "LimitReached";
	/** `time` depends on the machine; the others on the file alone. */
	readonly kind: "size" | "messages" | "time";
	constructor(kind: LimitReached["kind"], message: string) {
		super(message);
		this.kind = kind;
	}
}

export interface ReadLimits {
	/** Maximum unpacked bytes per packed byte. Mail compresses to between a half and a tenth. */
	ratio: number;
	/** Bytes exempt from the ratio: per file, and per entry of a zip archive. */
	freeBytes: number;
	freeEntryBytes: number;
	/** Total unpacked bytes. */
	unpackedBytes: number;
	/** Files per archive. */
	entries: number;
	/** Messages exempt from `bytesPerMessage`; each further one requires that many bytes of the uploaded file. */
	freeMessages: number;
	bytesPerMessage: number;
	/** Identical copies of one message in one mbox. */
	copies: number;
	/** Time for reading and unpacking (not storing): base, and per additional megabyte. */
	seconds: number;
	secondsPerMegabyte: number;
}

const MEGABYTE = 1024 * 1024;

export const LIMITS: Readonly<ReadLimits> = {
	ratio: 200,
	freeBytes: 64 * MEGABYTE,
	freeEntryBytes: 16 * MEGABYTE,
	unpackedBytes: 1024 * 1024 * MEGABYTE,
	entries: 1_000_000,
	freeMessages: 20_000,
	bytesPerMessage: 16,
	copies: 100,
	seconds: 120,
	secondsPerMegabyte: 2,
};

/** Progress and cost of reading one uploaded file. */
export interface Meter {
	readonly fileBytes: number;
	readonly limits: Readonly<ReadLimits>;
	/** Of the uploaded file. */
	readBytes: number;
	unpackedBytes: number;
	/** Messages yielded. */
	messages: number;
	/** Milliseconds of reading, without the time between two messages. */
	readMs: number;
	/** Start of the current read, in milliseconds of `performance.now`; null: not reading. */
	readingSince: number | null;
}

export function createMeter(fileBytes: number, limits: Readonly<ReadLimits> = LIMITS): Meter {
	return { fileBytes, limits, readBytes: 0, unpackedBytes: 0, messages: 0, readMs: 0, readingSince: null };
}

/** One packed file of an archive. */
export interface PackedEntry {
	packedBytes: number;
	unpackedBytes: number;
}

/**
 * Counts unpacked bytes.
 * @throws LimitReached when the whole file exceeds its limit
 * @throws DamagedFile when one file of an archive does; the others remain readable
 */
export function countUnpacked(meter: Meter, bytes: number, entry: PackedEntry | null): void {
	const { limits } = meter;
	meter.unpackedBytes += bytes;
	if (meter.unpackedBytes > Math.max(limits.freeBytes, meter.fileBytes * limits.ratio))
		throw new LimitReached(
			"size",
			`The packed file unpacks to more than ${limits.ratio} times its size, which mail never does: the rest is not read`,
		);
	if (meter.unpackedBytes > limits.unpackedBytes)
		throw new LimitReached(
			"size",
			`The packed file unpacks to more than ${limits.unpackedBytes / 1024 ** 3} GB: the rest is not read`,
		);
	if (entry === null) return;
	entry.unpackedBytes += bytes;
	if (entry.unpackedBytes > Math.max(limits.freeEntryBytes, entry.packedBytes * limits.ratio))
		throw new DamagedFile(`It unpacks to more than ${limits.ratio} times its size, which mail never does`);
}

/** @throws LimitReached when the file has more messages than its size allows */
export function countMessage(meter: Meter): void {
	const { freeMessages, bytesPerMessage } = meter.limits;
	const maxMessages = freeMessages + Math.floor(meter.fileBytes / bytesPerMessage);
	if (meter.messages >= maxMessages)
		throw new LimitReached(
			"messages",
			`A file of this size cannot hold more than ${maxMessages.toLocaleString("en-US")} real messages: the rest is not read`,
		);
	meter.messages++;
}

/** Seconds that reading a file may take. */
export function maxSecondsOf({ limits, fileBytes }: Meter): number {
	return limits.seconds + (fileBytes / MEGABYTE) * limits.secondsPerMegabyte;
}

/** @throws LimitReached when reading takes longer than for any real file of this size */
export function checkTime(meter: Meter): void {
	const maxSeconds = maxSecondsOf(meter);
	const elapsedMs = meter.readingSince === null ? 0 : performance.now() - meter.readingSince;
	if (meter.readMs + elapsedMs > maxSeconds * 1000)
		throw new LimitReached("time", `Reading took longer than ${Math.round(maxSeconds)} seconds: the rest is not read`);
}

/** Measures the time that a generator takes to produce items, excluding their processing. */
export async function* timed<T>(items: AsyncGenerator<T>, meter: Meter): AsyncGenerator<T> {
	try {
		for (;;) {
			const since = performance.now();
			meter.readingSince = since;
			const next = await items.next().finally(() => {
				meter.readMs += performance.now() - since;
				meter.readingSince = null;
			});
			if (next.done) return;
			yield next.value;
		}
	} finally {
		await items.return(undefined);
	}
}
