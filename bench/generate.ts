import { once } from "node:events";
import { createWriteStream } from "node:fs";

/** Generates a mailbox file of any size, deterministic for a count: people, threads, newsletters and attachments. */

/** A linear congruential generator (Numerical Recipes): sufficient for text, and portable. */
export function numbers(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
}

const VOCABULARY = 60_000;
const SYLLABLES =
	"ba be bi bo bu da de di do du ka ke ki ko ku la le li lo lu ma me mi mo mu na ne ni no nu pa pe pi po pu ra re ri ro ru sa se si so su ta te ti to tu va ve vi vo vu".split(
		" ",
	);

/** The n-th word; low numbers are common words. */
export function wordOf(n: number): string {
	let rest = n + 7;
	let word = "";
	do {
		word += SYLLABLES[rest % SYLLABLES.length];
		rest = Math.floor(rest / SYLLABLES.length);
	} while (rest > 0);
	return word;
}

const FIRST_DAY = Date.UTC(2015, 0, 1);
const SPAN_MS = 10 * 365 * 86_400_000;

/** Writes an mbox (mboxrd). About 26 kB a message on average. @param variant generates a different mailbox @returns bytes written */
export async function generateMailbox(path: string, count: number, variant = 0): Promise<number> {
	const next = numbers(20_240_229 + variant);
	const out = createWriteStream(path);
	let bytes = 0;
	let chunk = "";
	for (let i = 0; i < count; i++) {
		chunk += message(i, count, next);
		if (chunk.length < 1_000_000 && i < count - 1) continue;
		bytes += chunk.length;
		if (!out.write(chunk, "latin1")) await once(out, "drain");
		chunk = "";
	}
	out.end();
	await once(out, "finish");
	return bytes;
}

function message(i: number, count: number, next: () => number): string {
	const date = new Date(FIRST_DAY + Math.floor((i / count) * SPAN_MS));
	const sender = Math.floor(next() ** 3 * 2_000);
	const name = `${capital(wordOf(sender * 31))} ${capital(wordOf(sender * 17 + 5))}`;
	const address = `${wordOf(sender * 31)}.${sender}@${wordOf((sender % 150) * 7)}.example.org`;
	const isReply = i > 50 && next() < 0.5;
	const parent = isReply ? i - 1 - Math.floor(next() * 40) : -1;
	const subject = words(next, 3 + Math.floor(next() * 5), 2);
	const paragraphs = Array.from({ length: 2 + Math.floor(next() * 8) }, () =>
		words(next, 20 + Math.floor(next() * 60), 2.6),
	);
	const text = paragraphs.map((one) => wrapped(one)).join("\n\n");
	const attachment = next() < 0.3 ? attached(next) : null;
	const html =
		next() < 0.5
			? `<html><body>${paragraphs.map((one) => `<p style="margin:0">${one}</p>`).join("\n")}</body></html>`
			: null;
	const head = [
		`From ${address} ${date.toUTCString()}`,
		`Received: from mail.example.org by mx.example.net with ESMTP; ${date.toUTCString().replace("GMT", "+0000")}`,
		`From: ${name} <${address}>`,
		`To: "Someone Else" <me@example.net>`,
		`Date: ${date.toUTCString().replace("GMT", "+0000")}`,
		`Message-ID: <${i}.bench@example.org>`,
		...(isReply ? [`In-Reply-To: <${parent}.bench@example.org>`, `References: <${parent}.bench@example.org>`] : []),
		`Subject: ${isReply ? "Re: " : ""}${subject}`,
		"MIME-Version: 1.0",
	];
	return `${head.join("\n")}\n${body(text, html, attachment)}\n\n`;
}

function body(text: string, html: string | null, attachment: string | null): string {
	const parts = [`Content-Type: text/plain; charset=utf-8\n\n${text}\n`];
	if (html !== null) parts.push(`Content-Type: text/html; charset=utf-8\n\n${html}\n`);
	if (attachment !== null) parts.push(attachment);
	if (parts.length === 1) return `${parts[0]}`;
	return `Content-Type: multipart/mixed; boundary="=-part"\n\n${parts.map((part) => `--=-part\n${part}`).join("\n")}\n--=-part--\n`;
}

function attached(next: () => number): string {
	const size = Math.floor(next() ** 2 * 180_000);
	const bytes = Buffer.alloc(size);
	for (let i = 0; i < size; i++) bytes[i] = next() * 256;
	const base64 = bytes.toString("base64").replace(/.{76}/g, "$&\n");
	const name = `${wordOf(Math.floor(next() * 5_000))}.pdf`;
	return `Content-Type: application/pdf; name="${name}"\nContent-Transfer-Encoding: base64\nContent-Disposition: attachment; filename="${name}"\n\n${base64}\n`;
}

/** @param skew higher values make common words more frequent */
function words(next: () => number, count: number, skew: number): string {
	return Array.from({ length: count }, () => wordOf(Math.floor(next() ** skew * VOCABULARY))).join(" ");
}

function wrapped(text: string): string {
	return text.replace(/(.{60,72}) /g, "$1\n").replace(/^(>*From )/gm, ">$1");
}

function capital(word: string): string {
	return word.slice(0, 1).toUpperCase() + word.slice(1);
}
