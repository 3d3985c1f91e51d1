import { createHash } from "node:crypto";
import { classify } from "#server/mail/classify/classify.ts";
import { parseFull } from "#server/mail/parse/parse-message.ts";
import { summarizeMailing } from "#server/mail/summaries/built-in/mailing.ts";
import { type Extract, summarize } from "#server/mail/summaries/built-in/summarize.ts";
import { ownWords } from "#server/mail/summaries/conversation-mail.ts";
import { type EmailKind, kindOf } from "#server/mail/summaries/email-kind.ts";
import { readGzip, readTarball, splitPlainMbox } from "../../fixtures/archives.ts";
import { corpus } from "../../fixtures/corpora.ts";
import { messageIdOf } from "../../fixtures/corpus-messages.ts";
import { factsOf } from "../categories/labeled.ts";
import { type Asked, asked, nothingAsked } from "./asked-mail.ts";
import { askedPassages } from "./asked-passages.ts";
import { absentRow, excerpt, normalizeSpace, type ReadingRow, share } from "./row.ts";

const WHAT = "Requests and dates";
const TARBALLS = ["enron-categories/enron_with_categories-open.tar.gz", "spamassassin/spamassassin-open.tar.gz"];
const MBOXES = ["list-usrp-users/list-usrp-users-2021-01-2021-07.mbox.gz", "markup-gmail/takeout-open.mbox.gz"];
const bars = { precision: 0.8, recall: 0.6, dates: 0.8 };

interface Text {
	name: string;
	truth: Asked;
	text: string;
	subject: string;
	sentAt: number;
	kind: EmailKind;
}

/**
 * Judges requests and their dates on annotated public mail, read as a summary reads it (mailings as mailings, by the built-in
 * classifier): on the half whose misses were not looked at while the rules were made, and on the other.
 */
export async function judgeRequests(): Promise<ReadingRow[]> {
	const texts = await readTexts();
	if (texts === null) return [absentRow(WHAT, "../shared/corpora")];
	return [
		judge(
			`${WHAT}, held out`,
			texts.filter(({ name }) => isHeldOut(name)),
			true,
		),
		judge(
			`${WHAT}, rules made with`,
			texts.filter(({ name }) => !isHeldOut(name)),
			false,
		),
	];
}

function isHeldOut(name: string): boolean {
	return (createHash("sha256").update(name).digest()[0] ?? 0) % 2 === 0;
}

/** Null: a corpus is absent. */
async function readTexts(): Promise<Text[] | null> {
	const [tarballs, mboxes] = [TARBALLS.map(corpus), MBOXES.map(corpus)];
	if ([...tarballs, ...mboxes].includes(null)) return null;
	const truth = new Map<string, Asked>(Object.entries(asked));
	for (const name of nothingAsked) truth.set(name, { actions: [] });
	const found: Text[] = [];
	for (const path of tarballs)
		for (const file of await readTarball(path as string)) {
			const name = file.path.split("/").slice(-2).join("/");
			const known = truth.get(name);
			if (known !== undefined) found.push(await read(name, file.bytes, known));
			const passages = askedPassages.filter((one) => one.file === name);
			if (passages.length > 0) found.push(...(await readPassages(file.bytes, passages)));
		}
	for (const path of mboxes)
		for (const raw of splitPlainMbox(readGzip(path as string))) {
			const id = messageIdOf(raw);
			const known = truth.get(id);
			if (known !== undefined) found.push(await read(id, raw, known));
			truth.delete(id);
		}
	return found;
}

async function read(name: string, raw: Buffer, truth: Asked): Promise<Text> {
	const { message, text } = await parseFull(raw);
	const { incoming, listUnsubscribe, inReplyTo } = message;
	const { category } = classify(factsOf(message), null);
	const facts = { incoming: incoming?.kind ?? null, category, listUnsubscribe, isReply: inReplyTo.length > 0 };
	const own = ownWords({ text, senderName: message.from.name, senderEmail: message.from.email });
	return {
		name,
		truth,
		text: own,
		subject: message.subject,
		sentAt: message.date ?? 0,
		kind: kindOf(facts),
	};
}

async function readPassages(raw: Buffer, passages: typeof askedPassages): Promise<Text[]> {
	const { text } = await parseFull(raw);
	const paragraphs = text
		.replaceAll(/^[> ]+/gm, "")
		.split(/\n[ \t]*\n/)
		.map(normalizeSpace);
	return passages.map((truth) => ({
		...{ truth, subject: "", sentAt: Date.parse(`${truth.sent}T12:00:00Z`) },
		kind: "personal",
		name: `${truth.file}, ${truth.start}`,
		text: paragraphs.find((one) => one.startsWith(truth.start)) ?? "",
	}));
}

function judge(what: string, texts: readonly Text[], isDemanded: boolean): ReadingRow {
	const misses: string[] = [];
	let [found, right, marked, dated, onTime, due] = [0, 0, 0, 0, 0, 0];
	for (const { name, truth, ...text } of texts) {
		const miss = (problem: string, said: string): void => void misses.push(`${name}: ${problem}: ${excerpt(said)}`);
		if (text.text === "") miss("not in the corpus", name);
		const isOf = (said: string, quote: string): boolean => plain(said).includes(plain(quote));
		const { actions } = extractOf(text);
		for (const action of actions) {
			const wanted = truth.actions.filter(({ quote }) => isOf(action.text, quote));
			if (wanted.length === 0 && truth.either?.some((quote) => isOf(action.text, quote))) continue;
			found++;
			if (wanted.length > 0) right++;
			else miss("not asked", action.text);
			for (const one of wanted.filter((each) => each.due !== "either")) {
				if (one.due !== null || action.due !== null) dated++;
				if (one.due === action.due && one.due !== null) onTime++;
				else if (one.due !== action.due) miss(`due ${action.due}, not ${one.due}`, action.text);
			}
		}
		marked += truth.actions.length;
		due += truth.actions.filter((one) => one.due !== null && one.due !== "either").length;
		for (const { quote } of truth.actions) if (!actions.some((one) => isOf(one.text, quote))) miss("not found", quote);
	}
	const hit =
		texts.flatMap(({ truth }) => truth.actions).length - misses.filter((one) => one.includes(": not found: ")).length;
	const bar = (least: number): number | null => (isDemanded ? least : null);
	return {
		what,
		figures: [
			{ name: "precision", value: share(right, found), bar: bar(bars.precision), count: found },
			{ name: "recall", value: share(hit, marked), bar: bar(bars.recall), count: marked },
			{ name: "dates of requests that were found", value: share(onTime, dated), bar: bar(bars.dates), count: dated },
			{ name: "dates of all requests", value: share(onTime, due), bar: null, count: due },
		],
		misses,
	};
}

function extractOf({ subject, text, sentAt, kind }: Omit<Text, "name" | "truth">): Extract {
	const material = { subject, text, sentAt, people: [] };
	const isMass = kind === "offer" || kind === "notice";
	return isMass ? summarizeMailing(material, { isOffer: kind === "offer" }) : summarize(material);
}

function plain(text: string): string {
	return normalizeSpace(text).replaceAll("’", "'").replace(/…$/, "");
}
