/** Checks whether a file contains mail, before it is added to an account. */

import { open } from "node:fs/promises";
import type { StoredFile } from "#server/mail/provider/provider.ts";
import { createMeter, LIMITS } from "../limits.ts";
import { foreignFormat, formatOf, HEAD_BYTES } from "./format.ts";
import { readInWorker } from "./read-in-worker.ts";

/** Enough of a message to recognize it. */
const GLANCE_BYTES = 64 * 1024;
/** Limits for a check within a request. */
const GLANCE = { ...LIMITS, seconds: 10, secondsPerMegabyte: 0 };

const NO_MAIL = "This is no mail file. Upload mbox, mbox.gz, eml, msg, or a Takeout zip or tgz.";

/**
 * Why a file cannot be imported, as a sentence; null when it can, or when too little of it has been uploaded to decide.
 * @param isComplete false: only its beginning has been uploaded
 */
export async function inspectFile(file: StoredFile, isComplete: boolean, signal: AbortSignal): Promise<string | null> {
	const head = await headOf(file.path);
	const format = formatOf(head, file.name);
	if (format === "foreign") return `${foreignFormat(head)} files cannot be read: unpack or convert it to mbox first.`;
	if (format === "unknown") return NO_MAIL;
	if (!isComplete) return null;
	let reason: string | null = null;
	const meter = createMeter(file.sizeBytes, GLANCE);
	const items = readInWorker(file, { from: { member: 0, offset: 0 }, meter, signal, limit: GLANCE_BYTES });
	for await (const item of items) {
		if ("raw" in item) return null;
		// Not found in time does not mean absent: the import reads further.
		if (item.kind === "limit" && meter.readMs >= GLANCE.seconds * 1000) return null;
		reason ??= item.reason;
	}
	return reason === null ? NO_MAIL : `There is no mail in this file that can be read. ${reason}.`;
}

async function headOf(path: string): Promise<Buffer> {
	const handle = await open(path);
	try {
		const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
		return buffer.subarray(0, bytesRead);
	} finally {
		await handle.close();
	}
}
