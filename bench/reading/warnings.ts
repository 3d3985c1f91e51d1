import open from "#server/mail/parse/open.task.ts";
import { readGzip, readTarball, splitPlainMbox } from "../../fixtures/archives.ts";
import { corpus } from "../../fixtures/corpora.ts";
import { PHISHING } from "./phishing-truth.ts";
import { absentRow, type ReadingRow, share } from "./row.ts";

const WHAT = "Real mail without a warning";
const BAR = 0.999;
/** One in five. */
const PHISHING_BAR = 0.2;
const SPAM = "spamassassin/spamassassin-open.tar.gz";
const BOXES = ["markup-gmail/takeout-open.mbox.gz", "list-usrp-users/list-usrp-users-2021-01-2021-07.mbox.gz"];
const ARCHIVES = ["spamassassin/spamassassin-open.tar.gz", "enron-categories/enron_with_categories-open.tar.gz"];

/** Judges how rarely the reader warns about mail that is no spam. */
export async function judgeWarnings(): Promise<ReadingRow> {
	let count = 0;
	let warned = 0;
	const misses: string[] = [];
	for await (const { name, raw } of realMail()) {
		const { warnings } = await open(raw);
		count++;
		if (warnings.length === 0) continue;
		warned++;
		for (const { kind, about, other } of warnings) misses.push(`${name}: ${kind}: ${about} ${other}`.trimEnd());
	}
	if (count === 0) return absentRow(WHAT, "README.md");
	return { what: WHAT, figures: [{ name: "share", value: share(count - warned, count), bar: BAR, count }], misses };
}

/** Judges how much of phishing the reader warns about: by its senders alone, and of real spam whatever it is. */
export async function judgePhishing(): Promise<ReadingRow> {
	const misses: string[] = [];
	for (const from of PHISHING) {
		const html = '<p>Your account is limited. <a href="https://evil-login.com/">Sign in</a></p>';
		const raw = `From: ${from}\nSubject: Action required\nContent-Type: text/html; charset=utf-8\n\n${html}\n`;
		if ((await open(Buffer.from(raw))).warnings.length === 0) misses.push(from);
	}
	const count = PHISHING.length;
	const warned = { name: "senders", value: share(count - misses.length, count), bar: PHISHING_BAR, count };
	return { what: "Phishing with a warning", figures: [warned, ...(await spamFigures())], misses };
}

async function spamFigures(): Promise<ReadingRow["figures"]> {
	const path = corpus(SPAM);
	if (path === null) return [];
	const spam = (await readTarball(path)).filter((file) => file.path.startsWith("spam"));
	let warned = 0;
	for (const { bytes } of spam) if ((await open(bytes)).warnings.length > 0) warned++;
	return [{ name: "spam of 2002", value: share(warned, spam.length), bar: null, count: spam.length }];
}

async function* realMail(): AsyncGenerator<{ name: string; raw: Buffer }> {
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
