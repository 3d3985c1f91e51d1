import type { AttachmentFacts } from "#shared/mail/message.ts";

/** How a file's text is read. */
export type FileKind = "pdf" | "office-open-xml" | "open-document" | "plain";

/** By file name extension. */
const EXTENSIONS: Record<string, FileKind> = {
	pdf: "pdf",
	docx: "office-open-xml",
	docm: "office-open-xml",
	xlsx: "office-open-xml",
	xlsm: "office-open-xml",
	pptx: "office-open-xml",
	pptm: "office-open-xml",
	odt: "open-document",
	ods: "open-document",
	odp: "open-document",
	txt: "plain",
	text: "plain",
	md: "plain",
	log: "plain",
	csv: "plain",
	tsv: "plain",
};

/** By media type, for files whose name has no extension. */
const TYPES: Record<string, FileKind> = {
	"application/pdf": "pdf",
	"application/vnd.openxmlformats-officedocument.wordprocessingml.document": "office-open-xml",
	"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "office-open-xml",
	"application/vnd.openxmlformats-officedocument.presentationml.presentation": "office-open-xml",
	"application/vnd.oasis.opendocument.text": "open-document",
	"application/vnd.oasis.opendocument.spreadsheet": "open-document",
	"application/vnd.oasis.opendocument.presentation": "open-document",
	"text/plain": "plain",
	"text/csv": "plain",
	"text/tab-separated-values": "plain",
	"text/markdown": "plain",
};

/** How the text of an attachment is read; null: it has none that can be. */
export function fileKind({
	filename,
	contentType,
}: Pick<AttachmentFacts, "filename" | "contentType">): FileKind | null {
	const extension = /\.([A-Za-z0-9]{1,8})$/.exec(filename)?.[1]?.toLowerCase();
	return (extension === undefined ? undefined : EXTENSIONS[extension]) ?? TYPES[contentType.toLowerCase()] ?? null;
}

/** Larger files are not read. */
const MAX_FILE_BYTES = 20 * 1024 * 1024;
/** Nor are the attachments of larger messages: mail servers accept 25 to 50 MB. */
export const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
/** Files read per message. */
const MAX_FILES = 20;

/**
 * Whether the text of an attachment can be searched: `pending` is still to be read, `read` was, `unreadable` is encrypted
 * or damaged, `skipped` exceeds a limit.
 */
export type TextState = "pending" | "read" | "unreadable" | "skipped";

/** The states that the attachments of a new message begin with; null: files of other kinds, and inline images. */
export function firstTextStates(attachments: readonly AttachmentFacts[], messageBytes: number): (TextState | null)[] {
	let count = 0;
	return attachments.map((attachment) => {
		if (attachment.isInline || fileKind(attachment) === null) return null;
		const isSmall = attachment.sizeBytes <= MAX_FILE_BYTES && messageBytes <= MAX_MESSAGE_BYTES;
		return isSmall && ++count <= MAX_FILES ? "pending" : "skipped";
	});
}
