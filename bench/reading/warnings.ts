import open from "#server/mail/parse/open.task.ts";
import { readGzip, readTarball, splitPlainMbox } from "../../fixtures/archives.ts";
import { corpus } from "../../fixtures/corpora.ts";
import { absentRow, type ReadingRow, share } from "./row.ts";

const WHAT = "Real mail without a warning";
const BAR = 0.999;
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
