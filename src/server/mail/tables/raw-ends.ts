import type { Encoding } from "#shared/contracts/tables.ts";

/** Encodings whose letters have one or several bytes. */
const MULTI_BYTE: ReadonlySet<Encoding> = new Set<Encoding>(["shift_jis", "euc-jp", "gb18030", "big5", "euc-kr"]);

/** Where each of consecutive texts ends in the bytes that they were decoded from. All but the last end with a line break. */
export function rawEnds(texts: readonly string[], raw: Uint8Array, encoding: Encoding): number[] {
	let at = 0;
	return texts.map((text) => {
		at += MULTI_BYTE.has(encoding) ? lengthInRaw(text, raw.subarray(at)) : lengthOf(text, encoding);
		return at;
	});
}

function lengthOf(text: string, encoding: Encoding): number {
	if (encoding === "utf-8") return Buffer.byteLength(text);
	return encoding.startsWith("utf-16") ? text.length * 2 : text.length;
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** No letter has the byte of a line break as its second one. */
function lengthInRaw(text: string, raw: Uint8Array): number {
	if (text === "") return 0;
	if (!/[\r\n]$/.test(text)) return raw.length;
	let breaks = 0;
	for (const letter of text) if (letter === "\n" || letter === "\r") breaks++;
	let at = 0;
	for (; breaks > 0 && at < raw.length; at++) if (raw[at] === LINE_FEED || raw[at] === CARRIAGE_RETURN) breaks--;
	return at;
}
