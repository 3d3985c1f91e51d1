/** What the first bytes of a file say it is. */
const SIGNATURES: readonly [name: string, bytes: readonly number[]][] = [
	["PDF", [0x25, 0x50, 0x44, 0x46]],
	["ZIP", [0x50, 0x4b, 0x03, 0x04]],
	["Windows program", [0x4d, 0x5a]],
	["Linux program", [0x7f, 0x45, 0x4c, 0x46]],
	["PNG", [0x89, 0x50, 0x4e, 0x47]],
	["JPEG", [0xff, 0xd8, 0xff]],
	["GIF", [0x47, 0x49, 0x46, 0x38]],
	["RAR", [0x52, 0x61, 0x72, 0x21]],
	["7-Zip", [0x37, 0x7a, 0xbc, 0xaf]],
	["gzip", [0x1f, 0x8b]],
	["old Office document", [0xd0, 0xcf, 0x11, 0xe0]],
	["RTF", [0x7b, 0x5c, 0x72, 0x74, 0x66]],
	["script", [0x23, 0x21]],
];

/** Extensions that each type may have; types without an entry are not compared. */
const EXTENSIONS: Readonly<Record<string, RegExp>> = {
	PDF: /^(?:pdf|ai)$/,
	PNG: /^png$/,
	JPEG: /^(?:jpe?g|jfif)$/,
	GIF: /^gif$/,
	RTF: /^(?:rtf|doc)$/,
	ZIP: /^(?:zip|docx|xlsx|pptx|docm|xlsm|pptm|odt|ods|odp|epub|jar|apk|pages|numbers|key|xpi|kmz)$/,
};

/** Files that run when they are opened. */
const RUNS =
	/^(?:exe|scr|com|pif|bat|cmd|ps1|vbs|vbe|js|jse|wsf|wsh|hta|msi|msp|lnk|jar|reg|cpl|iso|img|vhd|vhdx|apk|app|dmg|one)$/;
const MACROS = /^(?:docm|xlsm|pptm|xlam|xlsb|dotm)$/;

/** The type of a file by its first bytes; null: not known. */
export function typeOf(bytes: Uint8Array): string | null {
	const known = SIGNATURES.find(([, signature]) => signature.every((byte, at) => bytes[at] === byte));
	if (known !== undefined) return known[0];
	const text = Buffer.from(bytes.subarray(0, 512)).toString("latin1").trimStart().toLowerCase();
	return /^(?:<!doctype html|<html|<script)/.test(text) ? "HTML" : null;
}

/** Why an attachment is dangerous; null: nothing is known against it. */
export function attachmentProblem(filename: string, actual: string | null): string | null {
	const parts = filename.toLowerCase().split(".");
	const extension = parts.length > 1 ? (parts.at(-1) ?? "") : "";
	if (actual?.endsWith("program") || actual === "script") return `This is a ${actual}.`;
	if (RUNS.test(extension))
		return parts.length > 2 ? "A program that pretends to be another file." : "A program: it runs when opened.";
	if (MACROS.test(extension)) return "A document with macros.";
	if (actual === "HTML") return "A web page: often used to imitate a sign-in.";
	const allowed = actual === null ? undefined : EXTENSIONS[actual];
	if (allowed !== undefined && extension !== "" && !allowed.test(extension)) return `The content is ${actual}.`;
	// The other way round: what claims to be such a file, but is none.
	const claimed = Object.entries(EXTENSIONS).find(([, pattern]) => pattern.test(extension))?.[0];
	if (claimed !== undefined && claimed !== "ZIP" && actual === null) return `The content is not ${claimed}.`;
	return null;
}
