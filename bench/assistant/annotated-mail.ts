import { parseFull } from "#server/mail/parse/parse-message.ts";
import { readGzip, readTarball, splitPlainMbox } from "../../fixtures/archives.ts";
import { corpus } from "../../fixtures/corpora.ts";

/** A message of an annotated set. */
export interface AnnotatedMail {
	id: string;
	/** `written` for the set, or the path in the public corpora and its Message-ID. */
	source: string;
	from: { name: string; email: string };
	to: { name: string; email: string }[];
	cc: { name: string; email: string }[];
	/** With a time zone. */
	date: string;
	subject: string;
	/** Absent: it is in the corpora, which are not in this repository. */
	text?: string;
}

/** A message with its text. */
export type ReadMail = AnnotatedMail & { text: string };

const ARCHIVES = {
	"enron-categories": "enron-categories/enron_with_categories-open.tar.gz",
	"list-usrp-users": "list-usrp-users/list-usrp-users-2021-01-2021-07.mbox.gz",
	"markup-gmail": "markup-gmail/takeout-open.mbox.gz",
};

/** Reads texts from the corpora; messages of those that this machine does not have are left out. */
export async function withTexts(messages: readonly AnnotatedMail[]): Promise<ReadMail[]> {
	const wanted = new Set(messages.filter(({ text }) => text === undefined).map(({ source }) => idOf(source)));
	const texts = new Map<string, string>();
	for (const raw of wanted.size === 0 ? [] : await corpusMail()) {
		const id = /^message-id:\s*<([^>]*)>/im.exec(raw.subarray(0, 20_000).toString("latin1"))?.[1] ?? "";
		if (wanted.has(id) && !texts.has(id)) texts.set(id, (await parseFull(raw)).text);
	}
	return messages.flatMap((message) => {
		const text = message.text ?? texts.get(idOf(message.source));
		return text === undefined ? [] : [{ ...message, text: text.replaceAll(/\r\n?/g, "\n") }];
	});
}

const idOf = (source: string): string => /<([^>]*)>/.exec(source)?.[1] ?? "";

async function corpusMail(): Promise<Buffer[]> {
	const files = Object.values(ARCHIVES).flatMap((path) => corpus(path) ?? []);
	const found = await Promise.all(
		files.map(async (path) =>
			path.endsWith(".tar.gz") ? (await readTarball(path)).map(({ bytes }) => bytes) : splitPlainMbox(readGzip(path)),
		),
	);
	return found.flat();
}

/**
 * A mail file of annotated messages, in the mboxrd format.
 * @param isConversation each answers the one before it
 */
export function mboxOf(messages: readonly ReadMail[], isConversation = false): Uint8Array<ArrayBuffer> {
	const entries = messages.map(({ id, from, to, cc, date, subject, text }, at) => {
		const before = isConversation ? messages[at - 1] : undefined;
		const sent = new Date(date).toUTCString();
		return [
			`From sender@example.org ${sent}`,
			`From: ${addressOf(from)}`,
			`To: ${to.map(addressOf).join(", ")}`,
			...(cc.length === 0 ? [] : [`Cc: ${cc.map(addressOf).join(", ")}`]),
			`Subject: ${encoded(subject)}`,
			`Message-ID: <${id}@annotated.example>`,
			...(before === undefined ? [] : [`In-Reply-To: <${before.id}@annotated.example>`]),
			`Date: ${sent}`,
			"MIME-Version: 1.0",
			"Content-Type: text/plain; charset=utf-8",
			"Content-Transfer-Encoding: 8bit",
			"",
			text.replaceAll(/^(>*From )/gm, ">$1"),
			"",
			"",
		].join("\n");
	});
	return new TextEncoder().encode(entries.join(""));
}

const addressOf = ({ name, email }: { name: string; email: string }): string =>
	name === "" ? email : `${encoded(name)} <${email}>`;

/** As an encoded word (RFC 2047). */
const encoded = (text: string): string => `=?utf-8?B?${Buffer.from(text.replaceAll(/\s+/g, " ")).toString("base64")}?=`;
