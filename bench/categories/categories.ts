import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { CATEGORIES } from "#server/mailbox/categories/categories.ts";
import { classify } from "#server/mailbox/categories/classify.ts";
import { featuresOf } from "#server/mailbox/categories/features/features.ts";
import { type Learned, learn } from "#server/mailbox/categories/learned.ts";
import { tokensOf } from "#server/mailbox/categories/tokens.ts";
import { printTable } from "../table.ts";
import { type Judged, type Score, scoreOf, scoreOfBulk } from "./judge.ts";
import { type Labelled, labelled, type Source } from "./labelled.ts";
import { type TrainedModel, train } from "./train.ts";

const MODEL = fileURLToPath(new URL("../../src/server/mailbox/categories/model.json", import.meta.url));

/** How well mail is put into categories, on senders that nobody looked at before, and how fast. */
export async function benchCategories(): Promise<void> {
	const mail: Labelled[] = [];
	for await (const one of labelled()) mail.push(one);
	const unseen = mail.filter(({ half }) => half === "test");
	console.log(
		`${mail.length} labelled messages; judged on ${unseen.length} whose senders are not among those trained on`,
	);
	printScores("", judge(unseen));
	for (const source of ["gmail", "demo", "letters"] as const)
		printScores(source, judge(unseen.filter((one) => one.source === source)));
	printBulk(judge(unseen));
	printLearning(mail.filter(({ source }) => source === "gmail"));
	printSpeed(mail);
}

/** Trains the model on one half of the senders and writes it down, with the next number if it is another one. */
export async function trainCategories(): Promise<void> {
	const mail: Labelled[] = [];
	for await (const one of labelled()) if (one.half === "train") mail.push(one);
	const before = JSON.parse(await readFile(MODEL, "utf8")) as TrainedModel & { version: number };
	const { version, ...old } = before;
	const trained = train(mail);
	if (JSON.stringify(old) === JSON.stringify(trained)) {
		console.log(`trained on ${mail.length} messages: the model is the same as before, version ${version}`);
		return;
	}
	await writeFile(MODEL, textOf({ version: version + 1, ...trained }));
	console.log(`trained on ${mail.length} messages: version ${version + 1}`);
}

function textOf({ version, beginning, weights }: TrainedModel & { version: number }): string {
	const first = CATEGORIES.map((category) => `\t\t"${category}": ${beginning[category]}`).join(",\n");
	const rows = Object.entries(weights).map(([name, row]) => `\t\t"${name}": [${row.join(", ")}]`);
	return `{\n\t"version": ${version},\n\t"beginning": {\n${first}\n\t},\n\t"weights": {\n${rows.join(",\n")}\n\t}\n}\n`;
}

function judge(mail: readonly Labelled[]): Judged[] {
	return mail.map((one) => ({ one, found: classify(one.facts, null).category }));
}

function printScores(source: Source | "", judged: readonly Judged[]): void {
	const rows = CATEGORIES.map((category) => [category, scoreOf(judged, category)] as const)
		.filter(([, { are }]) => are > 0)
		.map(([category, score]) => [category, ...cells(score)]);
	if (rows.length === 0) return;
	console.log("");
	printTable([source === "" ? "all corpora" : source, "precision", "recall", "are", "are not"], rows);
}

function cells({ precision, recall, are, areNot }: Score): (string | number)[] {
	return [precision.toFixed(3), recall.toFixed(3), are, areNot];
}

/** Newsletters and notices against what people write. */
function printBulk(judged: readonly Judged[]): void {
	const isOf = (...sources: Source[]) => judged.filter(({ one }) => sources.includes(one.source));
	const talk = ({ one }: Judged): boolean => one.truth.includes("primary");
	const rows: [string, Judged[]][] = [
		["hard ham / easy ham, Enron", isOf("hard-ham", "easy-ham", "enron")],
		["hard ham / Enron", isOf("hard-ham", "enron")],
		["hard ham / talk in easy ham", [...isOf("hard-ham"), ...isOf("easy-ham").filter(talk)]],
		["feeds and digests in easy ham / Enron", [...isOf("easy-ham").filter((one) => !talk(one)), ...isOf("enron")]],
	];
	console.log("");
	printTable(
		["newsletters and notices against people", "precision", "recall", "are", "are not"],
		rows.filter(([, some]) => some.length > 0).map(([name, some]) => [name, ...cells(scoreOfBulk(some))]),
	);
}

/**
 * What a person sees who moves each message that is in the wrong place, one by one as the mail comes in: nobody else's
 * corrections, and no rules for senders.
 */
function printLearning(mail: readonly Labelled[]): void {
	if (mail.length === 0) return;
	const corrected: { tokens: string[]; category: (typeof CATEGORIES)[number] }[] = [];
	let learned: Learned | null = null;
	const judged = mail.map((one): Judged => {
		const { category: found } = classify(one.facts, learned);
		const [truth] = one.truth;
		if (truth !== undefined && found !== truth) {
			corrected.push({ tokens: tokensOf(one.facts, featuresOf(one.facts)), category: truth });
			learned = learn(corrected);
		}
		return { one, found };
	});
	console.log(
		`\ngmail as it comes in, each wrong message moved by its owner at once: ${corrected.length} of ${mail.length} moved`,
	);
	const parts: [string, Judged[]][] = [
		["promotions, all", judged],
		["promotions, second half", judged.slice(judged.length / 2)],
	];
	printTable(
		["", "precision", "recall", "are", "are not"],
		parts.map(([name, some]) => [name, ...cells(scoreOf(some, "promotions"))]),
	);
}

function printSpeed(mail: readonly Labelled[]): void {
	const learned = learn(
		mail.slice(0, 200).map((one) => ({ tokens: tokensOf(one.facts, featuresOf(one.facts)), category: "updates" })),
	);
	const rows = [null, learned].map((taught) => {
		for (const { facts } of mail) classify(facts, taught);
		const begin = performance.now();
		let done = 0;
		while (performance.now() - begin < 2_000) {
			for (const { facts } of mail) classify(facts, taught);
			done += mail.length;
		}
		const seconds = (performance.now() - begin) / 1_000;
		return [taught === null ? "built-in model" : "with 200 corrections", Math.round(done / seconds)];
	});
	console.log("");
	printTable(["", "messages/s"], rows);
}
