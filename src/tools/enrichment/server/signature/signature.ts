import { kindsOfLines } from "#shared/mail/quoted-text.ts";
import { nameWords, personName } from "../names.ts";
import type { Finding } from "../observation.ts";
import { readAddress } from "./address.ts";
import { countryHint } from "./countries.ts";
import { readLinks } from "./links.ts";
import { readPhones } from "./phones.ts";
import { readWork } from "./work.ts";

/** Who sent the message. */
export interface Sender {
	/** Display name; may be empty. */
	name: string;
	/** In lower case. */
	email: string;
}

/** Characters of a message that are read; a signature is at the end of the sender's own words. */
const MAX_TEXT = 200_000;
const MAX_LINES = 18;
/** A longer line is a sentence: the signature ends there. */
const MAX_LINE = 160;
const LEGAL =
	/\b(?:confidential|intended (?:only|solely|recipient)|privileged|disclaimer|unsubscribe|mailing list|virus|before printing|think green)\b/i;
/** What mail programs write in place of a picture. */
const PICTURE = /^\[.*\]$|\blogo$|^(?:image|cid):/i;

/** Reads what a signature says about the sender. Precision comes first: what is unclear is left out. */
export function readSignature(text: string, sender: Sender): Finding[] {
	const lines = signatureLines(text, sender);
	if (lines.length === 0) return [];
	const words = senderWords(sender);
	const name = lines.findIndex((line) => isNameLine(line, words));
	const country = countryHint(lines, sender.email);
	const links = readLinks(lines, sender.email);
	// Numbers and titles below a quotation or in another person's signature are not the sender's.
	if (name < 0) return links.filter(({ field }) => field !== "website").map(finding);
	const own = lines.slice(name);
	return [
		...readName(own[0] ?? "", words),
		...readWork(own, sender.email),
		...readPhones(own, country),
		...readAddress(own),
		...readLinks(own, sender.email),
	].map(finding);
}

const finding = (found: Pick<Finding, "field" | "value">): Finding => ({ ...found, kind: "signature" });

/** The lines of the signature, without empty lines, delimiter, list footer and legal notice. */
export function signatureLines(text: string, sender: Sender): string[] {
	const lines = withoutFooter(text.slice(-MAX_TEXT).replace(/\r/g, "").split("\n"));
	const kinds = kindsOfLines(lines, { senderName: sender.name || sender.email });
	const marked = kinds.indexOf("signature");
	const start = marked >= 0 ? marked : fullNameLine(lines, kinds, sender.name);
	if (start < 0) return [];
	const kind = kinds[start];
	const found: string[] = [];
	for (let i = start; i < lines.length && kinds[i] === kind && found.length < MAX_LINES; i++) {
		const line = plainLine(lines[i] ?? "");
		if (line.length > MAX_LINE || LEGAL.test(line)) break;
		if (/\p{L}|\d/u.test(line) && !PICTURE.test(line)) found.push(line);
	}
	return found;
}

/**
 * Where a signature starts that is not marked, and whose lines are too long to be recognized by their form: at the sender's
 * full name on its own line near the end. -1: nowhere.
 */
function fullNameLine(lines: readonly string[], kinds: readonly string[], name: string): number {
	// `Ann Smith (LeeCo)`: remarks are not part of the name.
	const letters = nameWords(personName(name) ?? name).join("");
	if (!/\S\s+\S/.test(name.trim()) || letters.length < 5) return -1;
	const last = kinds.findLastIndex((kind, i) => kind === "fresh" && (lines[i] ?? "").trim() !== "");
	for (let i = last; i > Math.max(0, last - MAX_LINES); i--) {
		const line = lines[i] ?? "";
		if (kinds[i] !== "fresh" || line.length >= 100 || nameWords(nameHead(line)).join("") !== letters) continue;
		// The name alone, as the last line, has nothing below it.
		if (i < last || nameHead(line).trim() !== line.trim()) return i;
	}
	return -1;
}

/** Without marks of bold and italic text, and with single spaces. */
function plainLine(line: string): string {
	return line
		.slice(0, 1_000)
		.replace(/\*{1,3}(?=\S)|(?<=\S)\*{1,3}|(?<=^|\s)_{1,3}(?=\S)|(?<=\S)_{1,3}(?=\s|$)/g, "")
		.replace(/\u00a0/g, " ")
		.trim();
}

/** Lines of the end that are searched for the footer of a mailing list. */
const MAX_FOOTER = 20;

/** Lines of an advertisement above that footer. */
const MAX_ADVERTISEMENT = 4;

/** Without the footer that a mailing list adds: it would be taken for the signature. */
function withoutFooter(lines: readonly string[]): string[] {
	const first = Math.max(0, lines.length - MAX_FOOTER);
	const at = lines.findIndex((line, i) => i >= first && /^\s*[-_=*#~]{2,}\s*$/.test(line) && isFooter(lines, i));
	if (at < 0) return [...lines];
	// The list's host puts an advertisement between a rule and the footer; a signature has a blank line below it.
	const above = lines.slice(Math.max(0, at - MAX_ADVERTISEMENT - 1), at);
	const rule = above.findLastIndex((line) => /^-{50,}\s*$/.test(line));
	const isAdvertisement = rule >= 0 && above.slice(rule).every((line) => line.trim() !== "");
	return lines.slice(0, isAdvertisement ? at - above.length + rule : at);
}

function isFooter(lines: readonly string[], at: number): boolean {
	const below = lines
		.slice(at + 1, at + 4)
		.join("\n")
		.slice(0, 500);
	return /mailing list|mailman|listinfo|unsubscribe|list maintainer|@lists?\.|sponsored by|yahoo! groups/i.test(below);
}

/** Words by which the sender's own name is recognized. */
function senderWords({ name, email }: Sender): Set<string> {
	const words = nameWords(name);
	const joined = /^[\p{Lo}\s]+$/u.test(name.trim()) ? nameWords(name.replace(/\s/g, "")) : [];
	return new Set(words.length > 0 ? [...words, ...joined] : nameWords(email.slice(0, email.lastIndexOf("@"))));
}

/** A short line in which a word of the sender's name is first or second: `Ann Smith`, `Dr. Ann Smith, PhD`. */
function isNameLine(line: string, sender: ReadonlySet<string>): boolean {
	if (line.length > 80) return false;
	const words = nameWords(nameHead(line));
	return words.length > 0 && words.length <= 5 && words.slice(0, 3).some((word) => sender.has(word) && word.length > 1);
}

/** The part of a line that may be the name, without an address before it or a title after it. */
const nameHead = (line: string): string => line.replace(ADDRESS_BEFORE, "").split(HEAD_END, 1)[0] ?? "";
const ADDRESS_BEFORE = /^<[^<>\s]{3,100}>\s+/;
const HEAD_END =
	/[,|•·/–<(]|::| ?-{2,}| - |\t| {3,}| \* | (?=(?:e-?mail|tel|phone|mobile|mob|web|www|https?)\b)| (?=\d)|(?=[^\s@]{1,64}@\S)/i;

/** The full name, if two of its words are the sender's own: `Ann Smith Consulting` is not a name. */
function readName(line: string, sender: ReadonlySet<string>): Pick<Finding, "field" | "value">[] {
	const value = personName(nameHead(line).replace(/^[\s-]+/, ""));
	const words = value === null ? [] : nameWords(value);
	const isOwn = words.length > 1 && words.every((word) => sender.has(word));
	return isOwn && value !== null ? [{ field: "fullName", value }] : [];
}
