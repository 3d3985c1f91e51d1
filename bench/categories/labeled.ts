import { createHash } from "node:crypto";
import { generateDemo } from "#providers/demo/mail/mailbox.ts";
import { type ClassifierInput, classifierInputOf } from "#server/mail/classify/features/facts.ts";
import { organizationOf } from "#server/mail/classify/features/features.ts";
import { parseMessage } from "#server/mail/parse/parse-message.ts";
import { contentRowOf } from "#server/mail/store/rows.ts";
import type { Category } from "#shared/mail/categories.ts";
import type { ParsedMessage } from "#shared/mail/message.ts";
import { readGzip, readTarball, splitPlainMbox } from "../../fixtures/archives.ts";
import { messages } from "../../fixtures/categories/messages.ts";
import { corpus } from "../../fixtures/corpora.ts";
import { PROMOTIONS_BY_READING, UPDATES_BY_READING } from "./corrected-labels.ts";
import { NOTICES_AMONG_HAM, PEOPLE_AMONG_HARD_HAM } from "./truth.ts";

export type Source = "gmail" | "hard-ham" | "easy-ham" | "enron" | "usrp-users" | "demo" | "own";

/** A labeled message: by its provider, its corpus, or us who wrote it. */
export interface Labelled {
	facts: ClassifierInput;
	/** The category, or several where its corpus does not distinguish them. */
	truth: readonly Category[];
	/** The category that its provider gave it, where reading it corrected that. */
	label?: Category;
	source: Source;
	/** File of its corpus, and its number there. */
	file: string;
	/** The sender group: an address, an organization or a list. */
	group: string;
	/** Which half of the senders it belongs to; no sender is in both. Features were chosen on the first half. */
	half: "train" | "test";
}

/** Splits most corpora into halves of about the same size; chosen for that before training. */
const SALT = "half 1320 ";

const BULK: readonly Category[] = ["promotions", "social", "updates"];
const CONVERSATION: readonly Category[] = ["primary", "forums"];

/** All available labeled mail: the public corpora next to the checkout, and ours. */
export async function* labelled(): AsyncGenerator<Labelled> {
	yield* gmail();
	yield* spamAssassin();
	yield* enron();
	yield* list();
	yield* demo();
	for (const { raw, category } of messages())
		yield await label({ raw, file: "our messages" }, [category], "own", "organisation");
}

/** A real Gmail mailbox: Gmail's categories, which are no longer part of the message, corrected by reading. */
async function* gmail(): AsyncGenerator<Labelled> {
	const path = corpus("markup-gmail/takeout-open.mbox.gz");
	if (path === null) return;
	for (const [i, raw] of splitPlainMbox(readGzip(path)).entries()) {
		const gmailCategory = /^X-Gmail-Labels:.*?Category (Promotions|Updates|Personal)/m.exec(
			raw.toString("latin1"),
		)?.[1];
		if (gmailCategory === undefined) continue;
		const given = gmailCategory === "Personal" ? "primary" : (gmailCategory.toLowerCase() as Category);
		const one = await label({ raw, file: `takeout-open.mbox.gz message ${i + 1}` }, [given], "gmail", "organisation");
		const read = categoryByReading(one.facts.messageId ?? "");
		yield read === null ? one : { ...one, truth: [read], label: given };
	}
}

function categoryByReading(messageId: string): Category | null {
	const key = digest(messageId);
	if (PROMOTIONS_BY_READING[key] !== undefined) return "promotions";
	return UPDATES_BY_READING[key] === undefined ? null : "updates";
}

/**
 * Hard ham is newsletters and notifications, easy ham is discussion on lists and personal mail, except for some senders
 * of each that we reviewed.
 */
async function* spamAssassin(): AsyncGenerator<Labelled> {
	const path = corpus("spamassassin/spamassassin-open.tar.gz");
	if (path === null) return;
	for (const { path: name, bytes } of await readTarball(path)) {
		if (name.startsWith("hard-ham")) {
			const one = await label({ raw: bytes, file: name }, BULK, "hard-ham", "organisation");
			yield PEOPLE_AMONG_HARD_HAM.has(digest(one.facts.senderEmail)) ? { ...one, truth: CONVERSATION } : one;
		} else if (name.startsWith("easy-ham")) {
			const one = await label({ raw: bytes, file: name }, CONVERSATION, "easy-ham", "list");
			yield NOTICES_AMONG_HAM.has(digest(one.facts.senderEmail)) ? { ...one, truth: BULK } : one;
		}
	}
}

/** Personal mail within one company. Messages marked as newsletters are left out unless forwarded. */
async function* enron(): AsyncGenerator<Labelled> {
	const path = corpus("enron-categories/enron_with_categories-open.tar.gz");
	if (path === null) return;
	const files = await readTarball(path);
	const marks = new Map(files.map((file) => [file.path, file.bytes]));
	for (const { path: name, bytes } of files) {
		if (!/\d\.txt$/.test(name)) continue;
		const one = await label({ raw: bytes, file: name }, ["primary"], "enron", "address");
		const isNewsletter = /^2,10,/m.test(marks.get(name.replace(/txt$/, "cats"))?.toString() ?? "");
		if (!isNewsletter || /^(?:re|fwd?):/i.test(one.facts.subject)) yield one;
	}
}

async function* list(): AsyncGenerator<Labelled> {
	const path = corpus("list-usrp-users/list-usrp-users-2021-01-2021-07.mbox.gz");
	if (path === null) return;
	for (const [i, raw] of splitPlainMbox(readGzip(path)).entries())
		yield await label({ raw, file: `list-usrp-users message ${i + 1}` }, ["forums"], "usrp-users", "list");
}

const DEMO_KINDS: Record<string, Category> = {
	person: "primary",
	list: "forums",
	newsletter: "promotions",
	social: "social",
	code: "updates",
	bank: "updates",
	delivery: "updates",
	invoice: "updates",
	receipt: "updates",
	travel: "updates",
	bounce: "updates",
};

/** The demo mailbox's messages of kinds with an unambiguous category. */
async function* demo(): AsyncGenerator<Labelled> {
	for (const { kind, folder, raw } of generateDemo({ now: Date.UTC(2026, 0, 15) })) {
		const category = DEMO_KINDS[kind];
		if (category === undefined || folder === "sent" || folder === "drafts") continue;
		yield await label(
			{ raw: raw(), file: kind },
			[category],
			"demo",
			category === "primary" ? "address" : "organisation",
		);
	}
}

/** @param group the sender group: an address, all addresses of an organization, or a mailing list */
async function label(
	original: { raw: Uint8Array; file: string },
	truth: readonly Category[],
	source: Source,
	group: "address" | "organisation" | "list",
): Promise<Labelled> {
	const { raw, file } = original;
	const facts = factsOf(await parseMessage(raw));
	const { senderEmail, listUnsubscribe } = facts;
	const organisation = organizationOf(senderEmail.slice(senderEmail.lastIndexOf("@") + 1));
	const groups = { address: senderEmail, organisation, list: listUnsubscribe?.listId ?? organisation };
	const key = groups[group];
	const half = Number.parseInt(digest(`${SALT}${key}`)[0] as string, 16) % 2 === 1 ? "train" : "test";
	return { facts, truth, source, file, group: key, half };
}

/** What the classifier knows of a message. */
export function factsOf(message: ParsedMessage): ClassifierInput {
	const row = contentRowOf({ message, lexemes: "", sha256: "" }, null);
	return classifierInputOf({ ...row, headers: withoutAnswers(message.headers) }, row.listKey);
}

/** Headers that other programs added would give away the label. */
function withoutAnswers(headers: Record<string, string>): Record<string, string> {
	return Object.fromEntries(
		Object.entries(headers).filter(([name]) => !/^x-(?:gmail-labels|spam-|ms-|forefront-|microsoft-)/.test(name)),
	);
}

function digest(text: string): string {
	return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
