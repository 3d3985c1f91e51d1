import { readdirSync, readFileSync } from "node:fs";
import { classify } from "#server/mail/classify/classify.ts";
import { parseFull } from "#server/mail/parse/parse-message.ts";
import { type ReplySource, suggestReplies } from "#server/mail/replies/from-rules.ts";
import { calledName } from "#server/mail/replies/suggest-replies.ts";
import { languageOf } from "#server/mail/summaries/built-in/language.ts";
import { ownWords } from "#server/mail/summaries/conversation-mail.ts";
import { kindOf } from "#server/mail/summaries/email-kind.ts";
import { namesOf } from "#server/mail/waiting/conversation.ts";
import type { SuggestedReply } from "#shared/contracts/replies.ts";
import { addressKey } from "#shared/mail/address-key.ts";
import { readGzip, readTarball, splitPlainMbox } from "../../fixtures/archives.ts";
import { corpus } from "../../fixtures/corpora.ts";
import { factsOf } from "../categories/labeled.ts";

interface Person {
	name: string;
	email: string;
}

/** A message and what a reply to it may say, as somebody annotated it who had not seen the rules. */
export interface ReplyMail {
	id: string;
	/** `written`, or a corpus and a message id: `enron-categories/4/54648.txt <id>`. */
	source: string;
	language: string;
	/** Who would answer. */
	me: Person;
	from: Person;
	to: readonly Person[];
	cc: readonly Person[];
	date: string;
	subject: string;
	/** Of messages that were written for the bench; those of corpora are read there. */
	text?: string;
	wantsReply: boolean;
	facts: readonly string[];
	goodReplies: readonly string[];
	/** Read by the person who judges. */
	neverSay: readonly string[];
}

const FILES: Readonly<Record<string, readonly string[]>> = {
	"enron-categories": ["enron-categories/enron_with_categories-open.tar.gz"],
	"list-usrp-users": ["list-usrp-users/list-usrp-users-2021-01-2021-07.mbox.gz"],
	"markup-gmail": ["markup-gmail/takeout-open.mbox.gz"],
};

/** Reads `tune-replies.json` or `held-replies.json` and the like next to this file; null: it is not there. */
export function readAnnotations<T>(name: string): T[] | null {
	const folder = new URL(".", import.meta.url);
	return readdirSync(folder).includes(name) ? (JSON.parse(readFileSync(new URL(name, folder), "utf8")) as T[]) : null;
}

/** The raw bytes of messages of corpora by message id. */
export async function readRaw(mails: readonly Pick<ReplyMail, "source">[]): Promise<Map<string, Buffer>> {
	const found = new Map<string, Buffer>();
	const folders = new Set(mails.map(({ source }) => /^[\w-]+/.exec(source)?.[0] ?? ""));
	for (const file of [...folders].flatMap((folder) => FILES[folder] ?? [])) {
		const path = corpus(file);
		if (path === null) continue;
		const all = file.endsWith(".mbox.gz")
			? splitPlainMbox(readGzip(path))
			: (await readTarball(path)).map(({ bytes }) => bytes);
		for (const bytes of all) {
			const id = /^message-id:\s*<([^>]*)>/im.exec(bytes.toString("latin1", 0, 30_000))?.[1];
			if (id !== undefined && !found.has(id)) found.set(id, bytes);
		}
	}
	return found;
}

/**
 * Replies as the product suggests them without a model to somebody who has never written to the sender: from the message, through
 * parser and classifier. Null: the corpus is absent.
 */
export async function repliesTo(mail: ReplyMail, raw: ReadonlyMap<string, Buffer>): Promise<SuggestedReply[] | null> {
	const bytes = bytesOf(mail, raw);
	if (bytes === undefined) return null;
	const { message, text } = await parseFull(bytes);
	const { from, incoming, listUnsubscribe, headers } = message;
	const isReply = message.inReplyTo.length > 0;
	const { category } = classify(factsOf(message), null);
	const own = ownWords({ text, senderName: from.name, senderEmail: from.email });
	const language = languageOf(own);
	const facts = { incoming: incoming?.kind ?? null, category, listUnsubscribe, isReply };
	if (language === null || kindOf(facts) !== "personal") return [];
	const sentAt = message.date ?? Date.parse(mail.date);
	const source: ReplySource = {
		...{ subject: message.subject, text: own, sentAt, now: sentAt, isReply, incoming: incoming?.kind ?? null },
		...{ isInvitation: false, hasFiles: message.attachments.length > 0, name: calledName(from) },
		people: {
			...{ to: message.to, cc: message.cc, from: addressKey(from.email), fromName: from.name },
			isList: listUnsubscribe !== null || "list-id" in headers || "list-post" in headers,
			self: { addresses: new Set([addressKey(mail.me.email)]), names: namesOf(mail.me) },
		},
	};
	return suggestReplies(source, { tone: "professional", language });
}

/** The message as it arrives; undefined: its corpus is absent. */
export function bytesOf(mail: ReplyMail, raw: ReadonlyMap<string, Buffer>): Buffer | undefined {
	return mail.text === undefined ? raw.get(/<([^>]*)>/.exec(mail.source)?.[1] ?? "") : written(mail);
}

function written({ from, to, cc, subject, date, text = "", id }: ReplyMail): Buffer {
	const people = (list: readonly Person[]): string =>
		list.map(({ name, email }) => (name === "" ? email : `${encoded(name)} <${email}>`)).join(", ");
	const fields = [
		`From: ${people([from])}`,
		`To: ${people(to)}`,
		...(cc.length === 0 ? [] : [`Cc: ${people(cc)}`]),
		`Subject: ${encoded(subject)}`,
		`Date: ${new Date(date).toUTCString().replace("GMT", "+0000")}`,
		`Message-ID: <${id}@bench.example>`,
		...(/^re:/i.test(subject) ? ["In-Reply-To: <earlier@bench.example>"] : []),
		"Content-Type: text/plain; charset=utf-8",
		"Content-Transfer-Encoding: 8bit",
	];
	return Buffer.from(`${fields.join("\r\n")}\r\n\r\n${text.replaceAll("\n", "\r\n")}`);
}

const encoded = (text: string): string => `=?utf-8?B?${Buffer.from(text).toString("base64")}?=`;
