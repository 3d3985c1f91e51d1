/** A message of the demo mailbox before rendering, and its rendering to bytes. */

import type { MessageFlags } from "#shared/mail/flags.ts";
import type { Charset } from "./charsets.ts";
import { mailDate } from "./clock.ts";
import { composePart, headerLine, headerText, type Mailbox, mailbox, type Part } from "./compose.ts";
import { drawValues, headerFields } from "./content.ts";
import { dkimSignature, SELECTOR } from "./dkim.ts";
import { OWNER } from "./people.ts";
import { prng } from "./prng.ts";

/** Input of every part of the generator. */
export interface GeneratorOptions {
	/** Epoch milliseconds: nothing in the mailbox is newer. */
	now: number;
	seed: string;
}

export interface Draft {
	/** Unique and stable: the message's id at the provider, and the name of its random stream. */
	key: string;
	/** Such as `person`, `newsletter` or `invoice`. */
	kind: string;
	/** Epoch milliseconds. */
	at: number;
	/** UTC offset of the sender, in minutes. */
	offset?: number;
	from: Mailbox;
	to: Mailbox[];
	cc?: Mailbox[];
	subject: string;
	charset?: Charset;
	messageId: string;
	/** Oldest first; the last one is the message that it replies to. */
	references?: string[];
	/** Additional header fields, one a line, already ASCII. */
	headers?: () => string;
	body: () => Part;
	/** The receiving server's authentication result: an entry of `trace` in `mail/content/headers.txt` (RFC 8601). */
	verdict?: string;
	/** The domain whose DKIM signature it carries; absent: none. */
	signer?: string;
	/** Several megabytes: omitted from listings, fetched separately. */
	large: boolean;
	folder: string;
	flags: MessageFlags;
	labels: string[];
}

export const domainOf = (email: string): string => email.slice(email.lastIndexOf("@") + 1);

/** A Message-ID without angle brackets, in the format of the sender's system. */
export function messageIdFor(key: string, email: string): string {
	const random = prng(`id ${key}`);
	return `${random.hex(8)}.${random.hex(12)}@${domainOf(email)}`;
}

type Given = Pick<Draft, "key" | "kind" | "at" | "from" | "subject" | "body">;

/** A message to the owner, unread in her inbox, unless given otherwise. */
export function draftOf({ flags, ...given }: Given & Partial<Omit<Draft, "flags">> & { flags?: MessageFlags }): Draft {
	return {
		to: [{ name: OWNER.name, email: OWNER.email }],
		messageId: messageIdFor(given.key, given.from.email),
		large: false,
		folder: "inbox",
		labels: [],
		...given,
		flags: { read: false, starred: false, important: false, answered: false, ...flags },
	};
}

/** Makes drafts until one has a new subject, and records it. @returns null when none of `attempts` has */
export function withNewSubject(used: Set<string>, attempts: number, make: (attempt: number) => Draft): Draft | null {
	for (let attempt = 1; attempt <= attempts; attempt++) {
		const draft = make(attempt);
		if (used.has(draft.subject)) continue;
		used.add(draft.subject);
		return draft;
	}
	return null;
}

/** Folded header fields. */
const folded = (fields: string): string =>
	fields
		.split("\n")
		.map((field) => headerLine(field.slice(0, field.indexOf(":")), field.slice(field.indexOf(":") + 2)))
		.join("");

/** Trace fields in the order a receiving server adds them: newest first (RFC 5321 §4.4). */
function trace({ key, at, offset, from, verdict = "pass", signer }: Draft, headers: string): string {
	const drawn = drawValues("trace", prng(`trace ${key}`));
	const domain = domainOf(from.email);
	const returnPath = /^Return-Path: (.*)$/m.exec(headers)?.[1] ?? `<${from.email}>`;
	const envelope = returnPath.slice(1, -1) || `postmaster@${domain}`;
	const signed = signer === undefined ? { signer: domain } : { signer, selector: SELECTOR };
	const results = headerFields("trace", { ...drawn, domain, envelope, ...signed }, verdict);
	const times = { arrived: mailDate(at + Number(drawn.seconds) * 1000), submitted: mailDate(at + 1000, offset) };
	return folded(
		headerFields("message", { ...drawn, ...times, returnPath, results, sender: domainOf(envelope) }, "trace"),
	);
}

/** The complete message as RFC 5322 bytes. */
export function render(draft: Draft): Uint8Array {
	const { charset, references = [], signer } = draft;
	const headers = draft.headers?.() ?? "";
	const list = (people: readonly Mailbox[] = []): string => people.map((one) => mailbox(one, charset)).join(", ");
	const values = {
		date: mailDate(draft.at, draft.offset),
		from: mailbox(draft.from, charset),
		to: list(draft.to),
		cc: list(draft.cc),
		subject: headerText(draft.subject, charset),
		messageId: draft.messageId,
		parent: references.at(-1),
		references: references.map((id) => `<${id}>`).join(" "),
		headers: headers.replace(/^Return-Path: .*$/m, ""),
	};
	const head = folded(headerFields("message", values, "head"));
	const message = [Buffer.from(head), ...composePart(draft.body(), draft.key)];
	if (draft.folder === "sent" || draft.folder === "drafts") return Buffer.concat(message);
	const signature = signer === undefined ? "" : dkimSignature(Buffer.concat(message), signer, draft.at);
	return Buffer.concat([Buffer.from(trace(draft, headers) + signature), ...message]);
}
