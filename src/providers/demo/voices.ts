/** The style of each person's mail: greeting, paragraphs, closing, signature and quote. */

import { escapeHtml } from "#shared/escape-html.ts";
import { canEncode } from "./charsets.ts";
import { fields, MONTHS, mailDate } from "./clock.ts";
import type { Part } from "./compose.ts";
import type { Person } from "./people.ts";
import { prng } from "./prng.ts";

/** One message of a conversation, as written. */
export interface Utterance {
	key: string;
	at: number;
	who: Person;
	/** The first recipient, named in the greeting. */
	to: Person;
	subject: string;
	paragraphs: string[];
	/** Index in the conversation: long ones drop greetings and signatures. */
	position: number;
	answers?: Utterance;
}

const HAILED: Record<string, string> = {
	"Frau Brückner": "Liebe Frau Brückner,",
	Claire: "Chère Claire,",
	森田様: "Dear Mr Morita,",
	Ирина: "Dear Irina,",
	Mum: "Hi Mum,",
	"Ms Kostas": "Dear Ms Kostas,",
};
const FAREWELLS: Record<string, string> = { "Frau Brückner": "Mit herzlichen Grüßen", Claire: "Bien à toi," };

/** Wraps a paragraph into lines, also for scripts without spaces. */
export function wrap(text: string, width = 74): string {
	const lines: string[] = [];
	let line = "";
	const pieces = text.split(" ").flatMap((word) => {
		if (!/[\u3000-\u9fff]/.test(word)) return [` ${word}`];
		return (word.match(/.{1,34}[、。]?/gu) ?? []).map((piece, index) => (index === 0 ? ` ${piece}` : `\n${piece}`));
	});
	for (const piece of pieces) {
		if (piece.startsWith("\n") || line.length + piece.length > width) {
			if (line !== "") lines.push(line);
			line = piece.slice(1);
		} else line = line === "" ? piece.slice(1) : line + piece;
	}
	return [...lines, line].join("\n");
}

const rows = (paragraph: string): string[] | null =>
	paragraph.startsWith("| ") ? paragraph.split("\n").map((row) => row.slice(2)) : null;

/** A paragraph as text: rows are unchanged, everything else is wrapped. */
export const plainParagraph = (paragraph: string, width?: number): string =>
	rows(paragraph)?.join("\n") ?? wrap(paragraph, width);

export const htmlParagraph = (paragraph: string): string => {
	const inner = rows(paragraph)?.map(escapeHtml).join("<br>") ?? escapeHtml(paragraph);
	return `<p>${inner}</p>`;
};

const linked = (line: string): string =>
	escapeHtml(line).replaceAll(/https:\/\/[\w./-]+/g, (address) => `<a href="${address}">${address}</a>`);

function frame(u: Utterance): { greeting: string; closing: string; signature: string[] } {
	const random = prng(`voice ${u.key}`);
	const { who, to } = u;
	const short = u.position >= 2 && random.chance(0.45);
	const pattern = short ? "" : random.pick(who.greetings);
	const hailed = who.email === "ada@marlow.example" && pattern !== "" ? HAILED[to.first] : undefined;
	const closing = (who.email === "ada@marlow.example" && FAREWELLS[to.first]) || random.pick(who.closings);
	const own = who.signature.length === 0;
	const signs = !own && (u.position === 0 || who.client === "desktop" || random.chance(0.25));
	const isFullName = who.charset !== undefined || (signs && who.client === "desktop");
	const name = own ? "" : isFullName ? who.name : (who.name.split(" ")[0] as string);
	return {
		greeting: hailed ?? pattern.replace("{to}", to.first),
		closing: short && random.chance(0.5) && !own ? name : [closing, name].filter((line) => line !== "").join("\n"),
		signature: signs ? who.signature.filter((line) => line !== "") : [],
	};
}

/** "On … wrote:" in the language of the quoting client. */
function attribution(by: Person, quoted: Utterance): string {
	const f = fields(quoted.at, by.offset);
	const time = `${String(f.hour).padStart(2, "0")}:${String(f.minute).padStart(2, "0")}`;
	const day = `${String(f.day).padStart(2, "0")}.${String(f.month + 1).padStart(2, "0")}.${f.year}`;
	const { name, email } = quoted.who;
	if (by.re === "AW: ") return `Am ${day} um ${time} schrieb ${name}:`;
	if (by.re === "RE : ") return `Le ${f.day}/${f.month + 1}/${f.year} à ${time}, ${name} a écrit :`;
	if (by.charset === "windows-1251") return `${day} ${time}, ${name} пишет:`;
	if (by.charset === "iso-2022-jp") return `${f.year}/${f.month + 1}/${f.day} ${time}、${name} <${email}>:`;
	if (by.client === "plain") return `On ${mailDate(quoted.at, by.offset).slice(0, 16)}, ${name} wrote:`;
	return `On ${mailDate(quoted.at, by.offset).slice(0, -9)}, ${name} <${email}> wrote:`;
}

const sentLine = (u: Utterance): string => {
	const f = fields(u.at, u.who.offset);
	return `${f.day} ${MONTHS[f.month]} ${f.year} ${String(f.hour).padStart(2, "0")}:${String(f.minute).padStart(2, "0")}`;
};

const desktopHeader = (u: Utterance): [string, string][] => [
	["From", `${u.who.name} <${u.who.email}>`],
	["Sent", sentLine(u)],
	["To", u.to.name],
	["Subject", u.subject],
];

function plainBody(u: Utterance, depth = 0): string {
	const { greeting, closing, signature } = frame(u);
	const width = u.who.client === "plain" ? 72 - depth * 2 : 400;
	const paragraphs = u.paragraphs.map((paragraph) => plainParagraph(paragraph, width));
	const own = [greeting, ...paragraphs, closing].filter((part) => part !== "").join("\n\n");
	const isDesktop = u.who.client === "desktop";
	const foot = isDesktop ? `\n${signature.join("\n")}` : `\n\n-- \n${u.who.name}\n${signature.join("\n")}`;
	const signed = signature.length > 0 && depth === 0 ? own + foot : own;
	if (!u.answers || depth >= 2) return signed;
	const below = plainBody(u.answers, depth + 1);
	if (isDesktop) {
		const head = desktopHeader(u.answers).map(([name, value]) => `${name}: ${value}`);
		return `${signed}\n\n-----Original Message-----\n${head.join("\n")}\n\n${below}`;
	}
	const quoted = below.split("\n").map((line) => (line === "" || line.startsWith(">") ? `>${line}` : `> ${line}`));
	return `${signed}\n\n${attribution(u.who, u.answers)}\n${quoted.join("\n")}`;
}

function htmlBody(u: Utterance, depth = 0): string {
	const { greeting, closing, signature } = frame(u);
	const breaks = (text: string): string => escapeHtml(text).replaceAll("\n", "<br>");
	const own = [
		greeting === "" ? "" : `<p>${escapeHtml(greeting)}</p>`,
		...u.paragraphs.map(htmlParagraph),
		closing === "" ? "" : `<p>${breaks(closing)}</p>`,
		signature.length > 0 && depth === 0
			? `<div class="signature" style="color:#666;font-size:13px">${signature.map(linked).join("<br>")}</div>`
			: "",
	].join("\n");
	if (!u.answers || depth >= 2) return own;
	const below = htmlBody(u.answers, depth + 1);
	if (u.who.client === "desktop") {
		const head = desktopHeader(u.answers).map(([name, value]) => `<b>${name}:</b> ${escapeHtml(value)}<br>`);
		return `${own}\n<hr>\n<div>${head.join("")}</div>\n${below}`;
	}
	const style = "margin:0 0 0 .8ex;border-left:1px solid #ccc;padding-left:1ex";
	const attributionHtml = `<div>${escapeHtml(attribution(u.who, u.answers))}</div>`;
	return `${own}\n<br>${attributionHtml}<blockquote type="cite" style="${style}">\n${below}\n</blockquote>`;
}

/** A message's text as its writer's client sends it: plain, or plain and HTML as alternatives. */
export function spoken(u: Utterance): Part {
	const text = plainBody(u);
	const wanted = u.who.charset ?? "utf-8";
	const charset = canEncode(text, wanted) ? wanted : "utf-8";
	const encoding = charset === wanted ? u.who.encoding : undefined;
	const ascii = charset === "utf-8" && canEncode(text, "us-ascii");
	const plain: Part = { text, ...(ascii ? {} : { charset }), ...(encoding ? { encoding } : {}) };
	if (u.who.client === "plain" || u.who.client === "phone") return plain;
	const font = u.who.client === "desktop" ? "Calibri,Arial,sans-serif" : "Arial,sans-serif";
	const html = `<html><body style="font-family:${font};font-size:15px">\n${htmlBody(u)}\n</body></html>`;
	const htmlCharset = canEncode(html, charset) ? charset : "utf-8";
	return { multipart: "alternative", parts: [plain, { text: html, subtype: "html", charset: htmlCharset }] };
}
