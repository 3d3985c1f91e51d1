import { existsSync, readFileSync } from "node:fs";
import { parseFull } from "#server/mail/parse/parse-message.ts";
import { corpusMessages } from "../../fixtures/corpus-messages.ts";
import { normalizeSpace } from "../reading/row.ts";

/** Mail that was annotated by somebody who had not seen the rules: written for the bench, or of the public corpora. */

/**
 * The sets: rules were made with one; the other was not read before. Each bench prints a row for either.
 */
export const SPLITS = [
	{ split: "tune", words: "rules made with" },
	{ split: "held", words: "held out" },
] as const;
export type Split = (typeof SPLITS)[number]["split"];

export interface Person {
	name: string;
	email: string;
}

/** A message of an annotated set. */
export interface AnnotatedMail {
	id: string;
	/** `written`, or the path in the public corpora and the message's id: `enron-categories/4/54648.txt <id>`. */
	source: string;
	from: Person;
	to: Person[];
	cc: Person[];
	/** With a time zone. */
	date: string;
	subject: string;
	/** Absent: it is in the corpora, which are not in this repository. */
	text?: string;
}

/** A message with its text. */
export type ReadMail = AnnotatedMail & { text: string };

const ARCHIVES: Readonly<Record<string, string>> = {
	"enron-categories": "enron-categories/enron_with_categories-open.tar.gz",
	"list-usrp-users": "list-usrp-users/list-usrp-users-2021-01-2021-07.mbox.gz",
	"markup-gmail": "markup-gmail/takeout-open.mbox.gz",
};

/** Reads a file of annotations; null: it is not there. */
export function readAnnotations<T>(file: URL): T | null {
	return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as T) : null;
}

/** The messages as they arrived, by the id of their source; those that this machine does not have are left out. */
export function rawMessages(mails: readonly Pick<AnnotatedMail, "source">[]): Promise<Map<string, Buffer>> {
	const folders = new Set(mails.map(({ source }) => /^[\w-]+/.exec(source)?.[0] ?? ""));
	return corpusMessages([...folders].flatMap((folder) => ARCHIVES[folder] ?? []));
}

/** The id of a message in the corpora. */
export const sourceId = (source: string): string => /<([^>]*)>/.exec(source)?.[1] ?? "";

/** Reads texts from the corpora; messages of those that this machine does not have are left out. */
export async function withTexts(messages: readonly AnnotatedMail[]): Promise<ReadMail[]> {
	const raw = await rawMessages(messages.filter(({ text }) => text === undefined));
	const read = await Promise.all(
		messages.map(async (message): Promise<ReadMail[]> => {
			const found = raw.get(sourceId(message.source));
			const text = message.text ?? (found === undefined ? undefined : (await parseFull(found)).text);
			return text === undefined ? [] : [{ ...message, text: text.replaceAll(/\r\n?/g, "\n") }];
		}),
	);
	return read.flat();
}

/** A message as it arrives, with lines that end in LF. @param answered id of the message that it answers */
export function messageOf({ id, from, to, cc, date, subject, text }: ReadMail, answered: string | null): string {
	return [
		`From: ${addressOf(from)}`,
		`To: ${to.map(addressOf).join(", ")}`,
		...(cc.length === 0 ? [] : [`Cc: ${cc.map(addressOf).join(", ")}`]),
		`Subject: ${encoded(subject)}`,
		`Message-ID: ${idOf(id)}`,
		...(answered === null ? [] : [`In-Reply-To: ${idOf(answered)}`]),
		`Date: ${new Date(date).toUTCString()}`,
		"MIME-Version: 1.0",
		"Content-Type: text/plain; charset=utf-8",
		"Content-Transfer-Encoding: 8bit",
		"",
		text,
	].join("\n");
}

/**
 * A mail file of annotated messages, in the mboxrd format.
 * @param isConversation each answers the one before it
 */
export function mboxOf(messages: readonly ReadMail[], isConversation = false): Uint8Array<ArrayBuffer> {
	const entries = messages.map((message, at) => {
		const before = isConversation ? (messages[at - 1]?.id ?? null) : null;
		const separator = `From sender@example.org ${new Date(message.date).toUTCString()}`;
		return `${separator}\n${messageOf(message, before).replaceAll(/^(>*From )/gm, ">$1")}\n\n`;
	});
	return new TextEncoder().encode(entries.join(""));
}

/** Words in which an annotated one is looked for. */
export function plainWords(text: string): string {
	return normalizeSpace(text).toLowerCase();
}

const idOf = (id: string): string => `<${id}@annotated.example>`;

const addressOf = ({ name, email }: Person): string => (name === "" ? email : `${encoded(name)} <${email}>`);

/** As an encoded word (RFC 2047). */
const encoded = (text: string): string => `=?utf-8?B?${Buffer.from(text.replaceAll(/\s+/g, " ")).toString("base64")}?=`;
