/** Splits a message at its first empty line (RFC 5322 §2.1). */
export function splitMessage(raw: Uint8Array): { header: Buffer; body: Buffer } {
	const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
	const ends = ["\r\n\r\n", "\n\n"]
		.map((mark) => [bytes.indexOf(mark), mark.length] as const)
		.filter(([at]) => at >= 0);
	const [at, length] = ends.sort((a, b) => a[0] - b[0])[0] ?? [bytes.length, 0];
	const end = at + length / 2;
	return { header: bytes.subarray(0, end), body: bytes.subarray(end) };
}

/** The header section without Bcc fields, which other recipients must not see (RFC 5322 §3.6.3). */
export function withoutBcc(header: Buffer): Buffer {
	const text = header.toString("latin1").replace(/^(?:resent-)?bcc[ \t]*:.*(?:\r?\n[ \t].*)*\r?\n/gim, "");
	return Buffer.from(text, "latin1");
}
