import type { Content, OutgoingAttachment } from "#kernel/send.ts";
import { brand } from "#shared/brand.ts";
import type { AttachmentRow } from "./attachments.ts";
import type { DraftRow } from "./store.ts";

/** URLs of a draft's own attachments, as its editor shows them. */
const OWN_IMAGE = /(["'])\/api\/v1\/drafts\/[0-9a-f-]{36}\/attachments\/(\d{1,4})\1/g;

/** Content-ID of an image that was put into the text. */
export function newContentId(id: string): string {
	return `${id}@${brand.slug}`;
}

/** The message as it is sent: text, then the quoted message; images that the text no longer shows are left out. */
export function contentOf(
	row: DraftRow,
	rows: readonly AttachmentRow[],
	files: readonly OutgoingAttachment[],
): Content {
	const text = joined(row.body_text, row.quote?.text, "\n\n");
	if (row.html === null) return { subject: row.subject, text, attachments: files.filter((file) => !file.contentId) };
	const idOf = new Map(rows.map(({ position, content_id }) => [position, content_id]));
	const html = joined(row.html, row.quote?.html, "<br>").replace(OWN_IMAGE, (url, mark: string, position: string) => {
		const contentId = idOf.get(Number(position));
		return contentId == null ? url : `${mark}cid:${contentId}${mark}`;
	});
	const attachments = files.filter(({ contentId }) => contentId === undefined || html.includes(`cid:${contentId}`));
	return { subject: row.subject, text, html: documentOf(html), attachments };
}

function joined(own: string, quoted: string | null | undefined, between: string): string {
	return quoted == null || quoted === "" ? own : `${own}${between}${quoted}`;
}

function documentOf(html: string): string {
	return `<!doctype html><html><head><meta charset="utf-8"></head><body>${html}</body></html>`;
}
