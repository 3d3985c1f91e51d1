import { decodeText } from "../parse/mime/part-content.ts";
import { type AttachmentContent, attachmentContent } from "../parse/parse-message.ts";
import { type FileKind, fileKind, type TextState } from "./kinds.ts";
import { MAX_FILE_CHARACTERS, TooLarge } from "./limits.ts";
import { OFFICE_OPEN_XML, OPEN_DOCUMENT, officeText } from "./office.ts";
import { pdfText } from "./pdf.ts";

export interface AttachmentTextInput {
	/** As in the message's list of attachments. */
	index: number;
}

export interface AttachmentText {
	state: Exclude<TextState, "pending">;
	text: string;
}

/** Reads the text of one attachment. What cannot be read is a state, not an error. */
export default async function attachmentText(raw: Buffer, { index }: AttachmentTextInput): Promise<AttachmentText> {
	const content = await attachmentContent(raw, index);
	const kind = content === null ? null : fileKind(content.facts);
	if (content === null || kind === null) return { state: "unreadable", text: "" };
	try {
		const text = await readText(kind, content);
		return { state: "read", text: text.replaceAll("\0", "").toWellFormed().trim() };
	} catch (cause) {
		return { state: cause instanceof TooLarge ? "skipped" : "unreadable", text: "" };
	}
}

async function readText(kind: FileKind, { bytes, charset }: AttachmentContent): Promise<string> {
	switch (kind) {
		case "pdf":
			return pdfText(bytes, MAX_FILE_CHARACTERS);
		case "office-open-xml":
			return officeText(bytes, OFFICE_OPEN_XML, MAX_FILE_CHARACTERS);
		case "open-document":
			return officeText(bytes, OPEN_DOCUMENT, MAX_FILE_CHARACTERS);
		case "plain":
			return plainText(bytes, charset);
	}
}

/** A byte order mark counts more than what the message says. */
function plainText(bytes: Buffer, charset: string): string {
	const mark = bytes.toString("latin1", 0, 2);
	const marked = mark === "\xff\xfe" ? "utf-16le" : mark === "\xfe\xff" ? "utf-16be" : null;
	return decodeText(bytes.subarray(0, MAX_FILE_CHARACTERS * 4), marked ?? charset).text.slice(0, MAX_FILE_CHARACTERS);
}
