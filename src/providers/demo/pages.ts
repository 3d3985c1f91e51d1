/** The HTML of newsletters and notifications, and the plain text alternative. */

import { escapeHtml } from "#shared/escape-html.ts";
import type { FilePart } from "./compose.ts";
import { mark, png } from "./pictures.ts";
import { hash32 } from "./prng.ts";
import { htmlParagraph, plainParagraph, wrap } from "./voices.ts";

export interface NewsletterPage {
	key: string;
	sender: string;
	domain: string;
	/** Six hexadecimal digits. */
	accent: string;
	shop: boolean;
	lead: { head: string; text: string };
	sides: { head: string; text: string }[];
	department: string;
	/** The unsubscribe link in the footer; null: none. */
	unsubscribeUrl: string | null;
	/** Content-ID of the logo, when it is part of the message. */
	cid: string | null;
}

const link = (page: NewsletterPage, number: number): string =>
	`https://click.${page.domain}/r/${hash32(page.key).toString(36)}/${number}`;

const picture = (page: NewsletterPage, number: number, alt: string, width: number, height: number): string =>
	`<img src="https://img.${page.domain}/${hash32(page.key).toString(36)}-${number}.jpg" width="${width}" height="${height}" alt="${escapeHtml(alt)}" style="display:block;border:0;max-width:100%">`;

function button(page: NewsletterPage, label: string): string {
	const style = `display:inline-block;padding:11px 22px;background:#${page.accent};color:#ffffff;text-decoration:none;border-radius:3px`;
	return `<a href="${link(page, 0)}" style="${style}">${label}</a>`;
}

function grid(page: NewsletterPage): string {
	const cells = page.sides.map(
		(side, index) =>
			`<td width="${Math.floor(100 / page.sides.length)}%" valign="top" style="padding:8px">${picture(page, index + 2, side.head, 170, 120)}
<p style="margin:8px 0 4px"><a href="${link(page, index + 1)}" style="color:#222222"><b>${escapeHtml(side.head)}</b></a></p>
<p style="margin:0;font-size:14px;color:#555555">${escapeHtml(side.text)}</p></td>`,
	);
	return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>${cells.join("\n")}</tr></table>`;
}

const column = (page: NewsletterPage): string =>
	page.sides
		.map(
			(side, index) =>
				`<h3 style="margin:22px 0 6px;font-size:17px"><a href="${link(page, index + 1)}" style="color:#222222;text-decoration:none">${escapeHtml(side.head)}</a></h3>
<p style="margin:0">${escapeHtml(side.text)}</p>`,
		)
		.join("\n");

/** The page, and the file part that its `cid:` refers to. */
export function newsletterHtml(page: NewsletterPage): { html: string; inline: FilePart | null } {
	const { cid, accent, domain } = page;
	const logo = cid ? `cid:${cid}` : `https://img.${domain}/mark.png`;
	const foot = [
		`You receive this because ada@marlow.example is on the list of ${escapeHtml(page.sender)}.`,
		page.unsubscribeUrl ? `<a href="${page.unsubscribeUrl}" style="color:#777777">Unsubscribe</a> · ` : "",
		`<a href="https://${domain}/preferences" style="color:#777777">Preferences</a> · PO Box 118, Northgate`,
	].join(" ");
	const html = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(page.lead.head)}</title>
<style>@media (max-width:600px){.page{width:100% !important}}</style></head>
<body style="margin:0;background:#f3f2ee">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(page.lead.text.slice(0, 90))}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 8px">
<table role="presentation" class="page" width="600" cellpadding="0" cellspacing="0" style="background:#ffffff;font-family:Georgia,serif;font-size:16px;line-height:1.5;color:#222222">
<tr><td style="padding:20px 28px;border-bottom:3px solid #${accent}"><img src="${logo}" width="32" height="32" alt="" style="vertical-align:middle;border:0"> <span style="font-size:19px;color:#${accent}">${escapeHtml(page.sender)}</span></td></tr>
<tr><td>${picture(page, 1, page.lead.head, 600, page.shop ? 260 : 320)}</td></tr>
<tr><td style="padding:24px 28px">
<h1 style="margin:0 0 12px;font-size:25px;line-height:1.25">${escapeHtml(page.lead.head)}</h1>
<p style="margin:0 0 18px">${escapeHtml(page.lead.text)}</p>
<p style="margin:0 0 22px">${button(page, page.shop ? "See it in the shop" : "Read on")}</p>
<h2 style="margin:26px 0 4px;font-size:14px;letter-spacing:1px;color:#${accent}">${page.department}</h2>
${page.shop ? grid(page) : column(page)}
</td></tr>
<tr><td style="padding:18px 28px;font-family:Arial,sans-serif;font-size:12px;color:#777777;background:#faf9f6">${foot}</td></tr>
</table></td></tr></table>
<img src="https://click.${domain}/o/${hash32(page.key).toString(36)}.gif" width="1" height="1" alt="">
</body></html>`;
	const inline = cid ? { type: "image/png", name: "mark.png", cid, bytes: () => png(mark(domain, accent)) } : null;
	return { html, inline };
}

/** The same issue as plain text. */
export function newsletterText(page: NewsletterPage): string {
	const sides = page.sides.map((side, index) => `* ${side.head}\n\n${wrap(side.text)}\n${link(page, index + 1)}`);
	return [
		page.sender.toUpperCase(),
		page.lead.head,
		wrap(page.lead.text),
		link(page, 0),
		`-- ${page.department} --`,
		...sides,
		"--",
		page.unsubscribeUrl ? `Unsubscribe: ${page.unsubscribeUrl}` : "",
		`${page.sender}, PO Box 118, Northgate`,
	]
		.filter((part) => part !== "")
		.join("\n\n");
}

/** A notification: a heading, rows as a table, paragraphs, and the sender. */
export function noticeHtml(sender: string, domain: string, subject: string, paragraphs: readonly string[]): string {
	const body = paragraphs.map((paragraph) => {
		if (!paragraph.startsWith("| ")) return htmlParagraph(paragraph);
		const rows = paragraph.split("\n").map((row) => {
			const [name = "", ...value] = row.slice(2).split(": ");
			const cell = 'style="padding:5px 14px 5px 0;border-bottom:1px solid #e5e5e5"';
			return `<tr><td ${cell}>${escapeHtml(name)}</td><td ${cell}><b>${escapeHtml(value.join(": "))}</b></td></tr>`;
		});
		return `<table cellpadding="0" cellspacing="0" style="margin:12px 0">${rows.join("\n")}</table>`;
	});
	return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"></head>
<body style="margin:0;padding:20px;font-family:Arial,sans-serif;font-size:15px;line-height:1.45;color:#222222">
<p style="color:#666666;margin:0 0 14px">${escapeHtml(sender)}</p>
<h1 style="font-size:20px;margin:0 0 12px">${escapeHtml(subject)}</h1>
${body.join("\n")}
<p style="font-size:12px;color:#777777;margin-top:28px">${escapeHtml(sender)} · <a href="https://${domain}/">${domain}</a></p>
</body></html>`;
}

/** The notification as plain text. */
export const noticeText = (sender: string, domain: string, paragraphs: readonly string[]): string =>
	[...paragraphs.map((paragraph) => plainParagraph(paragraph)), `${sender}\nhttps://${domain}/`].join("\n\n");
