import { parseMessage } from "#server/mail/parse/parse-message.ts";
import { type Judged, judge, NO_RELATIONS } from "#server/mail/trust/verdict.ts";
import { readGzip, readTarball, splitPlainMbox } from "../../fixtures/archives.ts";
import { corpus } from "../../fixtures/corpora.ts";
import { GENUINE } from "../../fixtures/phishing/genuine.ts";
import { HELD_BACK } from "../../fixtures/phishing/held-back.ts";
import { rawOf, type Written } from "../../fixtures/phishing/message.ts";
import { RULES_MADE_WITH } from "../../fixtures/phishing/rules-made-with.ts";
import { printTable } from "../table.ts";
import { PHISHING } from "./phishing-truth.ts";
import { absentRow, type ReadingRow, share } from "./row.ts";

/** At most two genuine messages in a thousand. */
const GENUINE_BAR = 0.998;
const PHISHING_BAR = 0.6;
const SPAM = "spamassassin/spamassassin-open.tar.gz";
const BOXES = ["markup-gmail/takeout-open.mbox.gz", "list-usrp-users/list-usrp-users-2021-01-2021-07.mbox.gz"];
const ARCHIVES = ["spamassassin/spamassassin-open.tar.gz", "enron-categories/enron_with_categories-open.tar.gz"];
/** The server that received the mail of the mailboxes and of the written messages. */
const RECEIVER = { domains: ["google.com", "vale.example"], isUnnamed: false };
/** Weights at which the curve is printed; the verdict changes at 6. */
const WEIGHTS = [4, 5, 6, 7, 8, 10];

interface Weighed {
	name: string;
	judged: Judged;
	/** Of all that the message shows. */
	weight: number;
	signs: string;
}

/** Judges how rarely genuine mail is suspicious or forged, and how much of phishing is; prints the curve of both. */
export async function judgeTrust(): Promise<ReadingRow[]> {
	const genuine = await weighAll(written(GENUINE));
	const real = await weighAll(realMail());
	const held = await weighAll(written(HELD_BACK));
	const made = await weighAll(written(RULES_MADE_WITH));
	const senders = await weighAll(bySender());
	printCurve({
		"real mail": real,
		"genuine notices": genuine,
		"phishing, held back": held,
		"phishing, rules made with": made,
	});
	const trusted = [...real, ...genuine];
	return [
		real.length === 0
			? absentRow("Genuine mail that is trusted", "README.md")
			: {
					what: "Genuine mail that is trusted",
					figures: [
						{ name: "not suspicious", value: 1 - flagged(trusted), bar: GENUINE_BAR, count: trusted.length },
						{ name: "not forged", value: 1 - forged(trusted), bar: 1, count: trusted.length },
					],
					misses: trusted.filter(isFlagged).map(described),
				},
		{
			what: "Phishing that is suspicious or forged",
			figures: [
				{ name: "held back", value: flagged(held), bar: PHISHING_BAR, count: held.length },
				{ name: "rules made with", value: flagged(made), bar: PHISHING_BAR, count: made.length },
				{ name: "by its senders", value: flagged(senders), bar: PHISHING_BAR, count: senders.length },
				...(await spamFigures()),
			],
			misses: [...made, ...senders].filter((one) => !isFlagged(one)).map(described),
		},
	];
}

function isFlagged({ judged: { verdict } }: Weighed): boolean {
	return verdict === "suspicious" || verdict === "forged";
}

function flagged(all: readonly Weighed[]): number {
	return share(all.filter(isFlagged).length, all.length);
}

function forged(all: readonly Weighed[]): number {
	return share(all.filter(({ judged }) => judged.verdict === "forged").length, all.length);
}

function described({ name, judged: { verdict }, signs }: Weighed): string {
	return `${name}: ${verdict}: ${signs}`;
}

function printCurve(sets: Record<string, readonly Weighed[]>): void {
	printTable(
		["suspicious from weight", ...Object.keys(sets)],
		WEIGHTS.map((least) => [
			least,
			...Object.values(sets).map((all) => {
				const count = all.filter(({ weight }) => weight >= least).length;
				return `${count} of ${all.length} (${(share(count, all.length) * 100).toFixed(1)} %)`;
			}),
		]),
	);
}

async function weighAll(mail: AsyncIterable<Raw> | Iterable<Raw>): Promise<Weighed[]> {
	const weighed: Weighed[] = [];
	for await (const { name, raw } of mail) {
		const { from, subject, trust } = await parseMessage(raw);
		weighed.push({
			name: `${name}, ${subject.slice(0, 60)}`,
			judged: judge(trust, from, { ...NO_RELATIONS, receiver: RECEIVER }),
			weight: trust.signals.reduce((sum, one) => sum + one.weight, 0),
			signs: trust.signals.map(({ kind, about, other }) => `${kind} ${about} ${other}`.trimEnd()).join("; "),
		});
	}
	return weighed;
}

interface Raw {
	name: string;
	raw: Buffer;
}

function written(messages: readonly Written[]): Raw[] {
	return messages.map((message) => ({ name: message.from, raw: rawOf(message) }));
}

/** Senders of phishing with the same short text. */
function bySender(): Raw[] {
	const html = '<p>Your account is limited. <a href="https://evil-login.com/">Sign in</a></p>';
	return PHISHING.map((from) => ({
		name: from,
		raw: Buffer.from(`From: ${from}\nSubject: Action required\nContent-Type: text/html; charset=utf-8\n\n${html}\n`),
	}));
}

/** Of real spam: advance-fee fraud is phishing, the rest advertises; both are only measured. */
async function spamFigures(): Promise<ReadingRow["figures"]> {
	const path = corpus(SPAM);
	if (path === null) return [];
	const files = (await readTarball(path)).filter((file) => file.path.startsWith("spam"));
	const spam = await weighAll(files.map(({ path: name, bytes }) => ({ name, raw: bytes })));
	const isFraud = ({ name }: Weighed): boolean => FRAUD.test(texts.get(name) ?? "");
	const texts = new Map(spam.map((one, i) => [one.name, files[i]?.bytes.toString("latin1") ?? ""]));
	const fraud = spam.filter(isFraud);
	return [
		{ name: "fraud of 2002", value: flagged(fraud), bar: null, count: fraud.length },
		{ name: "spam of 2002", value: flagged(spam), bar: null, count: spam.length },
	];
}

const FRAUD =
	/next of kin|barrister|late (?:president|general|husband|father)|lottery|over-?invoiced|nigerian? national/i;

async function* realMail(): AsyncGenerator<Raw> {
	for (const box of BOXES) {
		const path = corpus(box);
		if (path === null) continue;
		for (const [i, raw] of splitPlainMbox(readGzip(path)).entries()) yield { name: `${box} message ${i + 1}`, raw };
	}
	for (const archive of ARCHIVES) {
		const path = corpus(archive);
		if (path === null) continue;
		for (const { path: name, bytes } of await readTarball(path))
			if (!name.startsWith("spam") && !name.endsWith(".cats")) yield { name, raw: bytes };
	}
}
