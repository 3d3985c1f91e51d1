import { createHash } from "node:crypto";
import { generateDemo } from "#providers/demo/mailbox.ts";
import { type ClassifyFacts, factsOf } from "#server/mail/classify/facts.ts";
import { organisationOf } from "#server/mail/classify/features/features.ts";
import { parseMessage } from "#server/mail/parse/parse-message.ts";
import { contentRowOf } from "#server/mail/store/rows.ts";
import type { Category } from "#shared/mail/categories.ts";
import { readGzip, readTarball, splitPlainMbox } from "../../fixtures/archives.ts";
import { letters } from "../../fixtures/categories/letters.ts";
import { corpus } from "../../fixtures/corpora.ts";
import { NOTICES_AMONG_HAM, PEOPLE_AMONG_HARD_HAM } from "./truth.ts";

export type Source = "gmail" | "hard-ham" | "easy-ham" | "enron" | "usrp-users" | "demo" | "letters";

/** A message whose category somebody else has told: its provider, its corpus, or we who wrote it. */
export interface Labelled {
	facts: ClassifyFacts;
	/** The category, or several where its corpus does not tell them apart. */
	truth: readonly Category[];
	source: Source;
	/** Who counts as one sender: an address, an organisation or a list. */
	group: string;
	/**
	 * Which half of the senders it is of. The model and everything about it was made on the first half alone; nobody on one
	 * side is on the other.
	 */
	half: "train" | "test";
}

/** Cuts most corpora into halves of about the same size; chosen for that, before anything was trained. */
const SALT = "half 1320 ";

const BULK: readonly Category[] = ["promotions", "social", "updates"];
const CONVERSATION: readonly Category[] = ["primary", "forums"];

/** All labelled mail that is at hand: the public corpora beside the checkout, and ours. */
export async function* labelled(): AsyncGenerator<Labelled> {
	yield* gmail();
	yield* spamAssassin();
	yield* enron();
	yield* list();
	yield* demo();
	for (const { raw, category } of letters()) yield await label(raw, [category], "letters", "organisation");
}

/** A real Gmail mailbox: Gmail's own categories, which the message itself does not show any more. */
async function* gmail(): AsyncGenerator<Labelled> {
	const path = corpus("markup-gmail/takeout-open.mbox.gz");
	if (path === null) return;
	for (const raw of splitPlainMbox(readGzip(path))) {
		const told = /^X-Gmail-Labels:.*?Category (Promotions|Updates|Personal)/m.exec(raw.toString("latin1"))?.[1];
		if (told === undefined) continue;
		const category = told === "Personal" ? "primary" : (told.toLowerCase() as Category);
		yield await label(raw, [category], "gmail", "organisation");
	}
}

/**
 * Hard ham is newsletters and notices, easy ham is talk on lists and between people; save for some senders of each that
 * we have looked at ourselves.
 */
async function* spamAssassin(): AsyncGenerator<Labelled> {
	const path = corpus("spamassassin/spamassassin-open.tar.gz");
	if (path === null) return;
	for (const { path: name, bytes } of await readTarball(path)) {
		if (name.startsWith("hard-ham")) {
			const one = await label(bytes, BULK, "hard-ham", "organisation");
			yield PEOPLE_AMONG_HARD_HAM.has(digest(one.facts.senderEmail)) ? { ...one, truth: CONVERSATION } : one;
		} else if (name.startsWith("easy-ham")) {
			const one = await label(bytes, CONVERSATION, "easy-ham", "list");
			yield NOTICES_AMONG_HAM.has(digest(one.facts.senderEmail)) ? { ...one, truth: BULK } : one;
		}
	}
}

/** People of one company, writing to one another. What was marked as a newsletter, and is not one passed on, is left out. */
async function* enron(): AsyncGenerator<Labelled> {
	const path = corpus("enron-categories/enron_with_categories-open.tar.gz");
	if (path === null) return;
	const files = await readTarball(path);
	const marks = new Map(files.map((file) => [file.path, file.bytes]));
	for (const { path: name, bytes } of files) {
		if (!/\d\.txt$/.test(name)) continue;
		const one = await label(bytes, ["primary"], "enron", "address");
		const isNewsletter = /^2,10,/m.test(marks.get(name.replace(/txt$/, "cats"))?.toString() ?? "");
		if (!isNewsletter || /^(?:re|fwd?):/i.test(one.facts.subject)) yield one;
	}
}

async function* list(): AsyncGenerator<Labelled> {
	const path = corpus("list-usrp-users/list-usrp-users-2021-01-2021-07.mbox.gz");
	if (path === null) return;
	for (const raw of splitPlainMbox(readGzip(path))) yield await label(raw, ["forums"], "usrp-users", "list");
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

/** The demo mailbox's letters of kinds that are one category without doubt. */
async function* demo(): AsyncGenerator<Labelled> {
	for (const { kind, folder, raw } of generateDemo({ now: Date.UTC(2026, 0, 15) })) {
		const category = DEMO_KINDS[kind];
		if (category === undefined || folder === "sent" || folder === "drafts") continue;
		yield await label(raw(), [category], "demo", category === "primary" ? "address" : "organisation");
	}
}

/** @param group who counts as one sender: an address, all addresses of an organisation, or a mailing list */
async function label(
	raw: Uint8Array,
	truth: readonly Category[],
	source: Source,
	group: "address" | "organisation" | "list",
): Promise<Labelled> {
	const message = await parseMessage(raw);
	const row = contentRowOf({ message, lexemes: "", sha256: "" }, null);
	const facts = factsOf({ ...row, headers: withoutAnswers(message.headers) }, row.list_key);
	const { senderEmail, listUnsubscribe } = facts;
	const organisation = organisationOf(senderEmail.slice(senderEmail.lastIndexOf("@") + 1));
	const groups = { address: senderEmail, organisation, list: listUnsubscribe?.listId ?? organisation };
	const key = groups[group];
	const half = Number.parseInt(digest(`${SALT}${key}`)[0] as string, 16) % 2 === 1 ? "train" : "test";
	return { facts, truth, source, group: key, half };
}

/** What other programs have made of it is the answer, or half of it. */
function withoutAnswers(headers: Record<string, string>): Record<string, string> {
	return Object.fromEntries(
		Object.entries(headers).filter(([name]) => !/^x-(?:gmail-labels|spam-|ms-|forefront-|microsoft-)/.test(name)),
	);
}

function digest(text: string): string {
	return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
