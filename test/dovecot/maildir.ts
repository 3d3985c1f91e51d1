import { mkdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { give, type RunAs } from "./program.ts";

/** One message in a Maildir. */
export interface StoredMail {
	raw: string | Uint8Array;
	/** INTERNALDATE; absent: now. */
	date?: Date;
	/** Maildir flags: S seen, F flagged, R answered, D draft, T deleted. */
	flags?: string;
}

let loads = 0;

/**
 * Writes messages into a Maildir; UIDs are assigned in their order.
 * https://doc.dovecot.org/2.3/admin_manual/mailbox_formats/maildir/
 */
export async function fillMaildir(
	as: RunAs,
	maildir: string,
	messages: Iterable<StoredMail> | AsyncIterable<StoredMail>,
): Promise<void> {
	const folders = [maildir, ...["cur", "new", "tmp"].map((name) => join(maildir, name))];
	for (const folder of folders) await mkdir(folder, { recursive: true });
	await give(as, ...folders);
	const load = `${Math.floor(Date.now() / 1000)}.${++loads}`;
	let number = 0;
	let writing: Promise<void>[] = [];
	for await (const { raw, date, flags = "" } of messages) {
		const bytes = Buffer.from(raw);
		// Sizes in the name save Dovecot opening the file.
		const name = `${load}M${String(++number).padStart(9, "0")},S=${bytes.length},W=${wireSize(bytes)}:2,${flags}`;
		const path = join(maildir, "cur", name);
		writing.push(
			writeFile(path, bytes).then(async () => {
				if (date !== undefined) await utimes(path, date, date);
				await give(as, path);
			}),
		);
		if (writing.length < 64) continue;
		await Promise.all(writing);
		writing = [];
	}
	await Promise.all(writing);
}

/** Size with CRLF line endings. */
function wireSize(bytes: Buffer): number {
	let bare = 0;
	for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) if (bytes[at - 1] !== 13) bare++;
	return bytes.length + bare;
}
