import {
	afterLine,
	attachmentFacts,
	attachmentSources,
	bodyHtml,
	type Part,
	partitionParts,
	readStructure,
	shownContentIds,
} from "#kernel/parse.ts";

/** Removes a message's attachments: each is replaced by a line of text with its name; every other byte is unchanged. */

export interface Rewritten {
	raw: Buffer;
	/** Names of the removed attachments. */
	files: string[];
}

/** Signed or encrypted parts are not changed, a change would invalidate them; nor removed, as the text may be in them. */
const SEALED = /^(?:multipart\/(?:signed|encrypted)|application\/(?:x-)?pkcs7-mime)$/;
/** Smaller attachments are kept: signatures, vCards. Bytes of the file. */
const MIN_BYTES = 4_096;
/** Maximum bytes of HTML searched for inline images. */
const MAX_HTML = 32 * 1024 * 1024;

/**
 * @param at time of removal, epoch milliseconds
 * @returns null when there is nothing that can be removed
 */
export function withoutAttachments(raw: Buffer, at: number): Rewritten | null {
	const { root, damage } = readStructure(raw);
	// Nothing is removed from a message that cannot be parsed reliably.
	if (!root.isMultipart || damage.length > 0) return null;
	const parts = partitionParts(root);
	const html = bodyHtml(raw, parts, MAX_HTML) ?? "";
	const { sources } = attachmentSources(raw, parts);
	const facts = attachmentFacts(raw, sources, shownContentIds(html));
	const removed = sources.flatMap(({ part, packed }, index) => {
		const fact = facts[index];
		const canGo = packed === null && fact !== undefined && !fact.isInline && fact.sizeBytes >= MIN_BYTES;
		const from = canGo && !isSealed(part) ? headStart(raw, part) : null;
		return from === null || fact === undefined ? [] : [{ from, to: part.end, fact }];
	});
	if (removed.length === 0) return null;
	const newline = raw.includes("\r\n") ? "\r\n" : "\n";
	const pieces: Buffer[] = [];
	let done = 0;
	for (const { from, to, fact } of removed.sort((a, b) => a.from - b.from)) {
		if (from < done) return null;
		pieces.push(raw.subarray(done, from), placeholder(fact, at, newline));
		done = to;
	}
	pieces.push(raw.subarray(done));
	return { raw: Buffer.concat(pieces), files: removed.map(({ fact }) => fact.filename) };
}

function isSealed(part: Part): boolean {
	for (let outer: Part | null = part; outer !== null; outer = outer.parent) if (SEALED.test(outer.type)) return true;
	return false;
}

/** Offset of a part's header: after the boundary line (RFC 2046 §5.1.1). Null: not found. */
function headStart(raw: Buffer, part: Part): number | null {
	const boundary = part.parent?.params.boundary;
	if (boundary === undefined || boundary === "") return null;
	const line = raw.lastIndexOf(`--${boundary}`, part.start, "latin1");
	if (line < 0 || (line > 0 && raw[line - 1] !== 10)) return null;
	return afterLine(raw, line);
}

function placeholder(
	{ filename, contentType, sizeBytes }: { filename: string; contentType: string; sizeBytes: number },
	at: number,
	newline: string,
): Buffer {
	const day = new Date(at).toISOString().slice(0, 10);
	const text = `[Taken off on ${day}: ${filename} (${contentType}, ${sizeBytes.toLocaleString("en-US")} bytes)]`;
	const lines = [
		"Content-Type: text/plain; charset=utf-8",
		"Content-Transfer-Encoding: base64",
		"Content-Disposition: inline",
		"",
		...(Buffer.from(`${text}\r\n`)
			.toString("base64")
			.match(/.{1,76}/g) ?? []),
	];
	return Buffer.from(lines.join(newline));
}
