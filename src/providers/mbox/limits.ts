/** How much work one uploaded file may cause. Real mail stays far below every limit; files made to exhaust a server do not. */

/** A file that breaks off or does not unpack: what was read before it counts, the rest is reported. */
export class DamagedFile extends Error {
	override name = "DamagedFile";
}

/** The file costs more than any real one: nothing more of it is read, whatever follows. */
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
	/** Unpacked bytes for each packed one. Mail packs to a half or a tenth. */
	ratio: number;
	/** Bytes that may be unpacked whatever the ratio: of the whole file, and of one file in a zip archive. */
	freeBytes: number;
	freeEntryBytes: number;
	/** Unpacked bytes in all. */
	unpackedBytes: number;
	/** Files in one archive. */
	entries: number;
	/** Messages that any file may hold; beyond, each needs so many bytes of the file as it was uploaded. */
	freeMessages: number;
	bytesPerMessage: number;
	/** Identical copies of one message in one mbox. */
	copies: number;
	/** Time spent reading and unpacking (not storing): for any file, and for each megabyte more. */
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

/** How far one uploaded file has been read, and what that took. */
export interface Meter {
	readonly fileBytes: number;
	readonly limits: Readonly<ReadLimits>;
	/** Of the uploaded file. */
	readBytes: number;
	unpackedBytes: number;
	/** Handed out. */
	messages: number;
	/** Milliseconds of reading, without what happened between two messages. */
	readMs: number;
	/** When the reading under way began, in milliseconds of `performance.now`; null: nobody reads. */
	readingSince: number | null;
}

export function createMeter(fileBytes: number, limits: Readonly<ReadLimits> = LIMITS): Meter {
	return { fileBytes, limits, readBytes: 0, unpackedBytes: 0, messages: 0, readMs: 0, readingSince: null };
}

/** One packed file inside an archive. */
export interface PackedEntry {
	packedBytes: number;
	unpackedBytes: number;
}

/**
 * Counts bytes that came out of a packed file.
 * @throws LimitReached when the whole file unpacks to too much
 * @throws DamagedFile when one file of an archive does, which leaves the others readable
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

/** @throws LimitReached when the file holds more messages than its size can account for */
export function countMessage(meter: Meter): void {
	const { freeMessages, bytesPerMessage } = meter.limits;
	const most = freeMessages + Math.floor(meter.fileBytes / bytesPerMessage);
	if (meter.messages >= most)
		throw new LimitReached(
			"messages",
			`A file of this size cannot hold more than ${most.toLocaleString("en-US")} real messages: the rest is not read`,
		);
	meter.messages++;
}

/** @throws LimitReached when reading has taken longer than any real file of this size takes */
export function checkTime(meter: Meter): void {
	const { seconds, secondsPerMegabyte } = meter.limits;
	const most = seconds + (meter.fileBytes / MEGABYTE) * secondsPerMegabyte;
	const underWay = meter.readingSince === null ? 0 : performance.now() - meter.readingSince;
	if (meter.readMs + underWay > most * 1000)
		throw new LimitReached("time", `Reading took longer than ${Math.round(most)} seconds: the rest is not read`);
}

/** Measures the time that a generator takes to come up with its items, and leaves out what is done with them. */
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
