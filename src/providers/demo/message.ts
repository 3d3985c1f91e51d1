/** A message of the demo mailbox before rendering, and its rendering to bytes. */

import type { Flags } from "#server/mail/provider/provider.ts";
import type { Charset } from "./charsets.ts";
import { mailDate } from "./clock.ts";
import { composePart, headerLine, headerText, type Mailbox, mailbox, type Part } from "./compose.ts";
import { dkimSignature, SELECTOR } from "./dkim.ts";
import { type Prng, prng } from "./prng.ts";

export type DemoKind =
	| "person"
	| "list"
	| "newsletter"
	| "social"
	| "update"
	| "code"
	| "calendar"
	| "bank"
	| "delivery"
	| "invoice"
	| "receipt"
	| "travel"
	| "automatic"
	| "bounce"
	| "spam";

export type DemoFolder = "inbox" | "sent" | "drafts" | "spam" | "trash" | "archive" | "harbour" | "receipts";

/** The receiving server's authentication result (RFC 8601). */
export type Verdict = "pass" | "relaxed" | "forwarded" | "none" | "fail" | "softfail";

export interface DraftMessage {
	/** Unique and stable: the message's id at the provider, and the name of its random stream. */
	key: string;
	kind: DemoKind;
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
	inReplyTo?: string;
	references?: string[];
	/** Additional header fields, values already ASCII. */
	headers?: [name: string, value: string][];
	body: () => Part;
	verdict?: Verdict;
	/** The domain whose DKIM signature it carries; absent: none. */
	signer?: string;
	/** Several megabytes: omitted from listings, fetched separately. */
	large?: boolean;
	folder: DemoFolder;
	flags: Flags;
	labels: string[];
}

export const OWNER: Mailbox = { name: "Ada Marlow", email: "ada@marlow.example" };
const RECEIVER = "mx.marlow.example";

export const domainOf = (email: string): string => email.slice(email.lastIndexOf("@") + 1);

/** A Message-ID without angle brackets, in the format of the sender's system. */
export function messageIdFor(key: string, email: string): string {
	const random = prng(`id ${key}`);
	return `${random.hex(8)}.${random.hex(12)}@${domainOf(email)}`;
}

/** An IP address from the documentation ranges (RFC 5737). */
function addressOf(random: Prng): string {
	return `${random.pick(["192.0.2", "198.51.100", "203.0.113"])}.${random.int(2, 250)}`;
}

function results({ verdict = "pass", from, signer }: DraftMessage, envelope: string, random: Prng): string {
	const header = domainOf(from.email);
	const usual = random.pick(["s1", "k2", "mail", "default", "sel2048"]);
	const selector = signer === undefined ? usual : SELECTOR;
	const spf = (result: string): string => `spf=${result} smtp.mailfrom=${envelope}`;
	const dkim = (result: string, domain = signer ?? header): string =>
		`dkim=${result} header.d=${domain} header.s=${selector}`;
	const dmarc = (result: string, policy: string): string => `dmarc=${result} (p=${policy}) header.from=${header}`;
	const parts = {
		pass: [spf("pass"), dkim("pass"), dmarc("pass", random.pick(["reject", "quarantine", "none"]))],
		relaxed: [spf("pass"), "dkim=none", dmarc("pass", "none")],
		forwarded: [spf("softfail"), dkim("pass"), dmarc("pass", "quarantine")],
		none: [spf("none"), "dkim=none", `dmarc=none header.from=${header}`],
		softfail: [spf("softfail"), "dkim=none", dmarc("fail", "none")],
		fail: [spf("fail"), dkim("fail"), dmarc("fail", random.pick(["reject", "quarantine"]))],
	}[verdict];
	return [RECEIVER, ...parts].join("; ");
}

/** Trace fields in the order a receiving server adds them: newest first (RFC 5321 §4.4). */
function trace(draft: DraftMessage): string {
	const random = prng(`trace ${draft.key}`);
	const domain = domainOf(draft.from.email);
	const returnPath = draft.headers?.find(([name]) => name === "Return-Path")?.[1] ?? `<${draft.from.email}>`;
	const envelope = returnPath.slice(1, -1) || `postmaster@${domain}`;
	const host = `${random.pick(["mail", "out1", "smtp", "mta3", "relay"])}.${domainOf(envelope)}`;
	const address = addressOf(random);
	const outer = `from ${host} (${host} [${address}]) by ${RECEIVER} with ESMTPS id ${random.hex(11)} for <${OWNER.email}>; `;
	const inner = `from ${random.pick(["[10.4.2.19]", "app-2", "worker-7", "desk"])} by ${host} with ESMTPSA id ${random.hex(9)}; `;
	const arrived = draft.at + random.int(2, 40) * 1000;
	return [
		headerLine("Return-Path", returnPath),
		headerLine("Delivered-To", OWNER.email),
		headerLine("Received", outer + mailDate(arrived)),
		headerLine("Authentication-Results", results(draft, envelope, random)),
		headerLine("Received", inner + mailDate(draft.at + 1000, draft.offset)),
	].join("");
}

/** The complete message as RFC 5322 bytes. */
export function render(draft: DraftMessage): Uint8Array {
	const { charset, offset } = draft;
	const list = (people: Mailbox[]): string => people.map((one) => mailbox(one, charset)).join(", ");
	const own = draft.folder === "sent" || draft.folder === "drafts";
	const head = [
		headerLine("Date", mailDate(draft.at, offset)),
		headerLine("From", mailbox(draft.from, charset)),
		draft.to.length > 0 ? headerLine("To", list(draft.to)) : "",
		draft.cc?.length ? headerLine("Cc", list(draft.cc)) : "",
		headerLine("Subject", headerText(draft.subject, charset)),
		headerLine("Message-ID", `<${draft.messageId}>`),
		draft.inReplyTo ? headerLine("In-Reply-To", `<${draft.inReplyTo}>`) : "",
		draft.references?.length ? headerLine("References", draft.references.map((id) => `<${id}>`).join(" ")) : "",
		...(draft.headers ?? []).filter(([name]) => name !== "Return-Path").map(([name, value]) => headerLine(name, value)),
		"MIME-Version: 1.0\r\n",
	].join("");
	const message = [Buffer.from(head), ...composePart(draft.body(), draft.key)];
	if (own) return Buffer.concat(message);
	const { signer } = draft;
	const signature = signer === undefined ? "" : dkimSignature(Buffer.concat(message), signer, draft.at);
	return Buffer.concat([Buffer.from(trace(draft) + signature), ...message]);
}
