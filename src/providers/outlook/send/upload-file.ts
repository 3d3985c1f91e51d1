import { z } from "zod";
import { Unavailable } from "#server/mail/provider/errors.ts";
import type { OutlookSession } from "../session.ts";
import type { DetachedFile } from "./detach-files.ts";

/** Smaller files are attached with one request, larger ones in an upload session (https://learn.microsoft.com/graph/outlook-large-attachments). */
const IN_ONE_REQUEST = 3_000_000;
/** Of at most 4 MB, in multiples of 320 KiB. */
const RANGE_BYTES = 10 * 320 * 1024;

const uploadSession = z.object({ uploadUrl: z.url() });

/**
 * Attaches a file to a draft.
 * @param path of the draft's attachments
 * @throws OutcomeUnknown when the file may have been attached
 */
export async function uploadFile(
	{ client }: OutlookSession,
	path: string,
	{ name, contentType, contentId, isInline, bytes }: DetachedFile,
	signal: AbortSignal,
): Promise<void> {
	const about = { name, contentType, isInline, ...(contentId !== null && { contentId }) };
	if (bytes.length < IN_ONE_REQUEST) {
		const body = {
			"@odata.type": "#microsoft.graph.fileAttachment",
			...about,
			contentBytes: bytes.toString("base64"),
		};
		await client.call({ verb: "POST", path, body, isOnce: true }, signal);
		return;
	}
	const body = { AttachmentItem: { attachmentType: "file", size: bytes.length, ...about } };
	const reply = uploadSession.safeParse(
		await client.call({ verb: "POST", path: `${path}/createUploadSession`, body, isOnce: true }, signal),
	);
	if (!reply.success) throw new Unavailable("Outlook returned no address to upload an attachment to.");
	for (let from = 0; from < bytes.length; from += RANGE_BYTES) {
		const range = bytes.subarray(from, from + RANGE_BYTES);
		await client.upload(reply.data.uploadUrl, range, { from, total: bytes.length }, signal);
	}
}
