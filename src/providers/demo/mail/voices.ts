/** The style of each person's mail: greeting, paragraphs, closing, signature and quote. */

import { escapeHtml } from "#shared/escape-html.ts";
import { canEncode } from "./charsets.ts";
import { clock, MONTHS, mailDate, two } from "./clock.ts";
import type { Part } from "./compose.ts";
import { expand } from "./content.ts";
import { attributionOf, OWNER, type Person } from "./people.ts";
import { prng } from "./prng.ts";

/** One message of a conversation, as written. */
export interface Utterance {
	key: string;
	at: number;
	who: Person;
	/** The first recipient, named in the greeting. */
	to: Person;
	subject: string;
	paragraphs: readonly string[];
	/** Index in the conversation: long ones drop greetings and signatures. */
	position: number;
	answers?: Utterance;
}

/** Wraps a paragraph into lines, also for scripts without spaces. */
export function wrap(text: string, width = 74): string {
	const lines = [""];
	for (const word of text.split(" ")) {
		const pieces = /[\u3000-\u9fff]/.test(word) ? (word.match(/.{1,34}[、。]?/gu) ?? []) : [word];
		for (const [index, piece] of pieces.entries()) {
			const line = lines.at(-1) as string;
			if (line === "") lines[lines.length - 1] = piece;
			else if (index > 0 || line.length + piece.length >= width) lines.push(piece);
			else lines[lines.length - 1] = `${line} ${piece}`;
		}
	}
	return lines.join("\n");
}

/** The rows of a table, null for running text. */
export const rowsOf = (paragraph: string): string[] | null =>
	paragraph.startsWith("| ") ? paragraph.split("\n").map((row) => row.slice(2)) : null;

/** A paragraph as text: rows are unchanged, everything else is wrapped. */
export const plainParagraph = (paragraph: string, width?: number): string =>
	rowsOf(paragraph)?.join("\n") ?? wrap(paragraph, width);

const paragraphHtml = (text: string): string => `<p>${escapeHtml(text).replaceAll("\n", "<br>")}</p>`;

const linked = (line: string): string =>
	escapeHtml(line).replaceAll(/https:\/\/[\w./-]+/g, (address) => `<a href="${address}">${address}</a>`);

const joined = (parts: readonly string[], separator: string): string =>
	parts.filter((part) => part !== "").join(separator);

function frame({ key, who, to, position }: Utterance): {
	greeting: string;
	closing: string;
	signature: readonly string[];
} {
	const random = prng(`voice ${key}`);
	const isShort = position >= 2 && random.chance(0.45);
	const pattern = isShort ? "" : random.pick(who.greetings);
	const hailed = who === OWNER && pattern !== "" ? to.hailed : undefined;
	const closing = (who === OWNER && to.farewell) || random.pick(who.closings);
	const isUnsigned = who.signature.length === 0;
	const signs = !isUnsigned && (position === 0 || who.client === "desktop" || random.chance(0.25));
	const isFullName = who.charset !== undefined || (signs && who.client === "desktop");
	const name = isUnsigned ? "" : isFullName ? who.name : (who.name.split(" ")[0] as string);
	return {
		greeting: hailed ?? pattern.replace("{to}", to.first),
		closing: isShort && random.chance(0.5) && !isUnsigned ? name : joined([closing, name], "\n"),
		signature: signs ? who.signature.filter((line) => line !== "") : [],
	};
}

const timeOf = (date: Date): string => `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`;

/** "On … wrote:" in the language of the quoting client. */
function attribution(by: Person, { at, who: { name, email } }: Utterance): string {
	const date = clock(at, by.offset);
	const [day, month, year] = [date.getUTCDate(), date.getUTCMonth() + 1, date.getUTCFullYear()];
	const written = mailDate(at, by.offset);
	return expand(attributionOf(by), {
		...{ name, email, day, month, year, dotted: `${two(day)}.${two(month)}.${year}`, time: timeOf(date) },
		...{ date: written.slice(0, 16), moment: written.slice(0, -9) },
	});
}

function desktopHeader({ at, who, to, subject }: Utterance): [string, string][] {
	const date = clock(at, who.offset);
	const sent = `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()} ${timeOf(date)}`;
	return [
		["From", `${who.name} <${who.email}>`],
		["Sent", sent],
		["To", to.name],
		["Subject", subject],
	];
}

function plainBody(u: Utterance, depth = 0): string {
	const { greeting, closing, signature } = frame(u);
	const isDesktop = u.who.client === "desktop";
	const width = u.who.client === "plain" ? 72 - depth * 2 : 400;
	const own = joined([greeting, ...u.paragraphs.map((text) => plainParagraph(text, width)), closing], "\n\n");
	const foot = `${isDesktop ? "" : `\n\n-- \n${u.who.name}`}\n${signature.join("\n")}`;
	const signed = signature.length > 0 && depth === 0 ? own + foot : own;
	if (!u.answers || depth >= 2) return signed;
	const below = plainBody(u.answers, depth + 1);
	if (isDesktop) {
		const head = desktopHeader(u.answers).map(([name, value]) => `${name}: ${value}`);
		return `${signed}\n\n-----Original Message-----\n${head.join("\n")}\n\n${below}`;
	}
	const quote = below.replaceAll(/^(?=(.?))/gm, (_, first: string) => (first === "" || first === ">" ? ">" : "> "));
	return `${signed}\n\n${attribution(u.who, u.answers)}\n${quote}`;
}

function htmlBody(u: Utterance, depth = 0): string {
	const { greeting, closing, signature } = frame(u);
	const shown = signature.length > 0 && depth === 0;
	const own = [
		...[greeting, ...u.paragraphs.map((text) => rowsOf(text)?.join("\n") ?? text), closing].map((text) =>
			text === "" ? "" : paragraphHtml(text),
		),
		shown ? `<div class="signature" style="color:#666;font-size:13px">${signature.map(linked).join("<br>")}</div>` : "",
	].join("\n");
	if (!u.answers || depth >= 2) return own;
	const below = htmlBody(u.answers, depth + 1);
	if (u.who.client === "desktop") {
		const head = desktopHeader(u.answers).map(([name, value]) => `<b>${name}:</b> ${escapeHtml(value)}<br>`);
		return `${own}\n<hr>\n<div>${head.join("")}</div>\n${below}`;
	}
	const style = "margin:0 0 0 .8ex;border-left:1px solid #ccc;padding-left:1ex";
	const said = escapeHtml(attribution(u.who, u.answers));
	return `${own}\n<br><div>${said}</div><blockquote type="cite" style="${style}">\n${below}\n</blockquote>`;
}

/** A message's text as its writer's client sends it: plain, or plain and HTML as alternatives. */
export function spoken(u: Utterance): Part {
	const { charset: wanted = "utf-8", client, encoding } = u.who;
	const text = plainBody(u);
	const charset = canEncode(text, wanted) ? wanted : "utf-8";
	const plain: Part = {
		text,
		charset: charset === "utf-8" && canEncode(text, "us-ascii") ? undefined : charset,
		encoding: charset === wanted ? encoding : undefined,
	};
	if (client === "plain" || client === "phone") return plain;
	const font = client === "desktop" ? "Calibri,Arial,sans-serif" : "Arial,sans-serif";
	const html = `<html><body style="font-family:${font};font-size:15px">\n${htmlBody(u)}\n</body></html>`;
	const htmlCharset = canEncode(html, charset) ? charset : "utf-8";
	return { multipart: "alternative", parts: [plain, { text: html, subtype: "html", charset: htmlCharset }] };
}
