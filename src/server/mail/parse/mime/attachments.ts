import { decodeRawHeader, decodeWords } from "#shared/mail/encoded-words.ts";
import type { AttachmentFacts } from "#shared/mail/message.ts";
import { textBefore } from "#shared/trim.ts";
import { type BodyParts, nameOf } from "./body-parts.ts";
import { type Content, encodedBytes, partContent, partSize } from "./part-content.ts";
import type { Part } from "./structure.ts";
import { tnefFiles } from "./tnef.ts";
import { decodeUuencode, findUuencoded, type UuencodedFile } from "./uuencode.ts";

/** Where an attachment's bytes are: a separate part, or a file packed inside a part. */
export interface AttachmentSource {
	part: Part;
	packed: PackedFile | null;
}

/** A uuencoded file in a text, or a file in a `winmail.dat`. */
interface PackedFile {
	filename: string;
	contentType: string | null;
	content(): Content;
}

const MAX_NAME_LENGTH = 200;
/** Parts of a message that are listed as attachments, and files of each `winmail.dat`. */
export const ATTACHMENT_LIMITS = { parts: 1_000, packed: 500 };

/** Extensions for parts without a name. */
const EXTENSIONS: Record<string, string> = {
	"message/rfc822": "eml",
	"message/global": "eml",
	"text/calendar": "ics",
	"text/html": "html",
	"text/plain": "txt",
	"text/csv": "csv",
	"text/vcard": "vcf",
	"text/x-vcard": "vcf",
	"text/rfc822-headers": "txt",
	"message/delivery-status": "txt",
	"message/feedback-report": "txt",
	"image/jpeg": "jpg",
	"image/jpg": "jpg",
	"image/png": "png",
	"image/gif": "gif",
	"image/webp": "webp",
	"image/svg+xml": "svg",
	"image/tiff": "tif",
	"image/bmp": "bmp",
	"application/pdf": "pdf",
	"application/zip": "zip",
	"application/pgp-signature": "asc",
	"application/pgp-encrypted": "asc",
	"application/pgp-keys": "asc",
	"application/pkcs7-signature": "p7s",
	"application/x-pkcs7-signature": "p7s",
	"application/pkcs7-mime": "p7m",
	"application/x-pkcs7-mime": "p7m",
	"application/msword": "doc",
	"application/json": "json",
	"audio/mpeg": "mp3",
	"audio/basic": "au",
	"video/mp4": "mp4",
	"video/mpeg": "mpg",
	"application/postscript": "ps",
	"text/x-patch": "patch",
	"text/x-diff": "diff",
};
const BASE_NAMES: Record<string, string> = {
	"message/rfc822": "message",
	"text/calendar": "invitation",
	"message/delivery-status": "delivery-status",
	"text/rfc822-headers": "headers",
	"application/pgp-signature": "signature",
	"application/pkcs7-signature": "smime",
	"application/x-pkcs7-signature": "smime",
	"application/pkcs7-mime": "smime",
	"application/x-pkcs7-mime": "smime",
};

/**
 * All attachments of a message (the first thousand) in a stable order: MIME parts first, each `winmail.dat` followed by
 * its contents, uuencoded files last.
 * @returns also what is not listed, as sentences
 */
export function attachmentSources(
	raw: Buffer,
	parts: BodyParts,
	limits = ATTACHMENT_LIMITS,
): { sources: AttachmentSource[]; problems: string[] } {
	const sources: AttachmentSource[] = [];
	const problems: string[] = [];
	if (parts.attachments.length > limits.parts)
		problems.push(`More than ${limits.parts} attachments: the rest is not listed`);
	for (const part of parts.attachments.slice(0, limits.parts)) {
		// Gmail's dynamic email (AMP) is a third form of the same text, not a file.
		if (part.type === "text/x-amp-html") continue;
		sources.push({ part, packed: null });
		if (!isTnef(part)) continue;
		const packed = tnefSources(raw, part, limits.packed);
		if (packed.length > limits.packed)
			problems.push(`More than ${limits.packed} files in winmail.dat: the rest is not listed`);
		sources.push(...packed.slice(0, limits.packed));
	}
	for (const part of parts.text) {
		if (part.type === "text/plain") sources.push(...uuencodedSources(raw, part));
	}
	return { sources, problems };
}

/** Whether a part is a `winmail.dat`. */
export function isTnef(part: Part): boolean {
	return (
		part.type === "application/ms-tnef" ||
		part.type === "application/vnd.ms-tnef" ||
		/^winmail\.dat$/i.test(nameOf(part))
	);
}

function tnefSources(raw: Buffer, part: Part, maxFiles: number): AttachmentSource[] {
	return tnefFiles(partContent(raw, part).bytes, maxFiles).map(({ filename, contentType, bytes }) => ({
		part,
		packed: { filename, contentType, content: () => ({ bytes, problem: null }) },
	}));
}

function uuencodedSources(raw: Buffer, part: Part): AttachmentSource[] {
	const body = encodedBytes(raw, part);
	return uuencodedIn(raw, part).map((file) => ({
		part,
		packed: {
			filename: decodeRawHeader(file.filename),
			contentType: null,
			content: () => ({
				bytes: decodeUuencode(body, file),
				problem: file.isComplete ? null : "Uuencoded content without its end",
			}),
		},
	}));
}

/** Uuencoded files in a text part; only where the text is as sent. */
export function uuencodedIn(raw: Buffer, part: Part): UuencodedFile[] {
	if (part.encoding === "base64" || part.encoding === "quoted-printable") return [];
	return findUuencoded(encodedBytes(raw, part));
}

/** @param cids Content-IDs that the HTML shows (see `shownContentIds`) */
export function attachmentFacts(
	raw: Buffer,
	sources: AttachmentSource[],
	cids: ReadonlySet<string>,
): AttachmentFacts[] {
	return sources.map(({ part, packed }, index) => {
		if (packed) {
			const filename = cleanName(packed.filename) || `attachment-${index + 1}`;
			const contentType = packed.contentType ?? typeOfName(filename);
			return {
				index,
				filename,
				contentType,
				sizeBytes: packed.content().bytes.length,
				contentId: null,
				isInline: false,
			};
		}
		return {
			index,
			filename: fileName(part, index),
			contentType: part.type,
			sizeBytes: partSize(raw, part),
			contentId: part.contentId,
			isInline: part.contentId !== null && cids.has(part.contentId.toLowerCase()),
		};
	});
}

/** The decoded bytes of one attachment. */
export function sourceContent(raw: Buffer, source: AttachmentSource): Content {
	return source.packed ? source.packed.content() : partContent(raw, source.part);
}

/** Content-IDs that an HTML page refers to by `cid:`, in lower case. */
export function shownContentIds(html: string): Set<string> {
	const found = new Set<string>();
	for (const match of html.matchAll(/\bcid:([^"'\s<>()]{1,300})/gi)) {
		const written = (match[1] ?? "").replace(/&amp;/g, "&").replace(/&#0*64;/g, "@");
		found.add(percentDecoded(written).toLowerCase());
	}
	return found;
}

function percentDecoded(text: string): string {
	if (!text.includes("%")) return text;
	try {
		return decodeURIComponent(text);
	} catch {
		// A stray percent sign: use the id as written.
		return text;
	}
}

function fileName(part: Part, index: number): string {
	const named =
		cleanName(nameOf(part)) ||
		cleanName(part.location.includes(" ") ? "" : textBefore(textBefore(part.location, "?"), "#"));
	if (named !== "") return named;
	if (part.type === "application/ms-tnef") return "winmail.dat";
	const extension =
		EXTENSIONS[part.type] ?? /^(?:image|audio|video)\/(?:x-)?([a-z0-9]{2,5})$/.exec(part.type)?.[1] ?? "bin";
	const described = cleanName(decodeWords(decodeRawHeader(part.description))).slice(0, 80);
	if (described !== "") return /\.[A-Za-z0-9]{1,8}$/.test(described) ? described : `${described}.${extension}`;
	return `${BASE_NAMES[part.type] ?? `attachment-${index + 1}`}.${extension}`;
}

/** The media type for a file's extension, for files that come without one. */
function typeOfName(filename: string): string {
	const extension = /\.([A-Za-z0-9]{1,5})$/.exec(filename)?.[1]?.toLowerCase();
	const found = Object.entries(EXTENSIONS).find(([, known]) => known === extension);
	return found?.[0] ?? "application/octet-stream";
}

/** A path: from the root, a drive or a server, or with steps up. */
const PATH = /^(?:file:|[A-Za-z]:[\\/]|[\\/]|\.{1,2}[\\/])|[\\/]\.\.[\\/]/;

/** A file name without folders, slashes, control characters and bidirectional controls; empty if nothing is left. */
export function cleanName(name: string): string {
	const base = name
		// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what we take out
		.replace(/[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g, " ")
		.trim();
	// "Minutes 3/2021.pdf" is a name with a slash, not a path.
	const bare = (PATH.test(base) ? base.replace(/^.*[\\/]/s, "") : base.replace(/[\\/]+/g, "_"))
		.replace(/\s+/g, " ")
		.trim()
		.replace(/^\.+$/, "");
	if (bare.length <= MAX_NAME_LENGTH) return bare;
	const extension = /\.[^.]{1,12}$/.exec(bare)?.[0] ?? "";
	return bare.slice(0, MAX_NAME_LENGTH - extension.length).replace(/[\ud800-\udbff]$/, "") + extension;
}
