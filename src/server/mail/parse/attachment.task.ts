import { writeFileSync } from "node:fs";
import { attachmentContent } from "./parse-message.ts";

export interface AttachmentInput {
	/** As in the message's list of attachments. */
	index: number;
	/** Path of the file to write. */
	path: string;
}

/** Decodes one attachment into a file. @returns its size in bytes; null if there is no such attachment */
export default async function decodeAttachment(raw: Buffer, { index, path }: AttachmentInput): Promise<number | null> {
	const content = await attachmentContent(raw, index);
	if (content === null) return null;
	writeFileSync(path, content.bytes, { mode: 0o600, flag: "wx" });
	return content.bytes.length;
}
