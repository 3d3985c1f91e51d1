import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { classify } from "#server/mail/classify/classify.ts";
import { featuresOf } from "#server/mail/classify/features/features.ts";
import type { Model } from "#server/mail/classify/model.ts";
import { tokensOf } from "#server/mail/classify/tokens.ts";
import { fitTrainingData } from "#server/mail/classify/training.ts";
import { CATEGORIES, type Category } from "#shared/mail/categories.ts";
import { printTable } from "../table.ts";
import { f1, folds, isFeed, type Prediction, predict, type Score, scoreOf, scoreOfBulk } from "./evaluate.ts";
import { type Labelled, labelled, type Source } from "./labeled.ts";
import { printMisses } from "./misses.ts";
import { type TrainedModel, train } from "./train.ts";

const MODEL = fileURLToPath(new URL("../../src/server/mail/classify/model.json", import.meta.url));

/** Evaluates the classifier on heldOut senders, and its speed. */
export async function benchCategories(): Promise<void> {
	const mail: Labelled[] = [];
	for await (const one of labelled()) mail.push(one);
	const parts = folds(mail);
	console.log(`${mail.length} labelled messages, each judged by a model that no mail of its sender was used for`);
	const judged = parts.flatMap(({ model, heldOut }) => predict(heldOut, model));
	printAll(judged);
	const models = new Map(parts.flatMap(({ model, heldOut }) => heldOut.map((one) => [one, model] as const)));
	const gmail = mail.filter(({ source }) => source === "gmail");
	printLearning(gmail, models);
	printLimit(gmail);
	printMisses(judged.filter(({ one }) => one.source === "gmail"));
	printSpeed(mail);
}

/** Trains the model on all mail and writes it, with a new version number if it changed. */
export async function trainCategories(): Promise<void> {
	const mail: Labelled[] = [];
	for await (const one of labelled()) mail.push(one);
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

function printAll(judged: readonly Prediction[]): void {
	printScores("", judged);
	printPromotions(judged);
	for (const source of ["gmail", "demo", "own"] as const)
		printScores(
			source,
			judged.filter(({ one }) => one.source === source),
		);
	printBulk(judged);
}

function printScores(source: Source | "", judged: readonly Prediction[]): void {
	const rows = CATEGORIES.map((category) => [category, scoreOf(judged, category)] as const)
		.filter(([, { positives }]) => positives > 0)
		.map(([category, score]) => [category, ...cells(score)]);
	if (rows.length === 0) return;
	console.log("");
	printTable([source === "" ? "all corpora" : source, "precision", "recall", "F1", "are", "are not"], rows);
}

function cells(score: Score): (string | number)[] {
	const { precision, recall, positives, negatives } = score;
	return [precision.toFixed(3), recall.toFixed(3), f1(score).toFixed(3), positives, negatives];
}

/** Promotions against the rest in each corpus, compared with calling everything a promotion. */
function printPromotions(judged: readonly Prediction[]): void {
	const sources = Map.groupBy(judged, ({ one }) => one.source);
	const rows = [...sources].flatMap(([source, some]) => {
		const score = scoreOf(some, "promotions");
		const always = scoreOf(
			some.map(({ one }): Prediction => ({ one, found: "promotions" })),
			"promotions",
		);
		return score.positives === 0 ? [] : [[source, ...cells(score), f1(always).toFixed(3)]];
	});
	console.log("");
	printTable(["promotions", "precision", "recall", "F1", "are", "are not", "F1 of always"], rows);
}

/** Newsletters and notifications against personal mail. */
function printBulk(judged: readonly Prediction[]): void {
	const isOf = (...sources: Source[]) => judged.filter(({ one }) => sources.includes(one.source));
	const rows: [string, Prediction[]][] = [
		["hard ham / Enron", isOf("hard-ham", "enron")],
		["hard ham / easy ham and Enron", isOf("hard-ham", "easy-ham", "enron").filter(({ one }) => !isFeed(one))],
		["feeds and digests of easy ham / Enron", judged.filter(({ one }) => isFeed(one) || one.source === "enron")],
	];
	console.log("");
	printTable(
		["newsletters and notices / people", "precision", "recall", "F1", "are", "are not"],
		rows.filter(([, some]) => some.length > 0).map(([name, some]) => [name, ...cells(scoreOfBulk(some))]),
	);
}

/** Upper bound for an oracle that knows where most mail of each sender is: Gmail does not treat senders uniformly. */
function printLimit(mail: readonly Labelled[]): void {
	const senders = Map.groupBy(mail, ({ facts }) => facts.senderEmail);
	const judged = [...senders.values()].flatMap((some) => {
		const promotions = some.filter(({ truth }) => truth[0] === "promotions").length;
		const found = promotions * 2 >= some.length ? "promotions" : "updates";
		return some.map((one): Prediction => ({ one, found }));
	});
	if (judged.length === 0) return;
	console.log(`\ngmail, by one who knows where it puts most of each of its ${senders.size} senders' mail`);
	printTable(
		["", "precision", "recall", "F1", "are", "are not"],
		[["promotions", ...cells(scoreOf(judged, "promotions"))]],
	);
}

/**
 * Simulates a user who moves each misclassified message as mail arrives: no corrections of others, no rules for
 * senders.
 */
function printLearning(mail: readonly Labelled[], models: ReadonlyMap<Labelled, Model>): void {
	if (mail.length === 0) return;
	const corrected: { tokens: string[]; category: Category }[] = [];
	const judged = mail.map((one): Prediction => {
		const model = models.get(one);
		const { category: found } = classify(one.facts, fitTrainingData(corrected, model), model);
		const [truth] = one.truth;
		if (truth !== undefined && found !== truth)
			corrected.unshift({ tokens: tokensOf(one.facts, featuresOf(one.facts)), category: truth });
		return { one, found };
	});
	console.log(
		`\ngmail as it comes in, each wrong message moved by its owner at once: ${corrected.length} of ${mail.length} moved`,
	);
	const parts: [string, Prediction[]][] = [
		["promotions, all", judged],
		["promotions, second half", judged.slice(judged.length / 2)],
	];
	printTable(
		["", "precision", "recall", "F1", "are", "are not"],
		parts.map(([name, some]) => [name, ...cells(scoreOf(some, "promotions"))]),
	);
}

/** In CPU time, which is less affected by other load than wall time. */
function printSpeed(mail: readonly Labelled[]): void {
	const trainingData = fitTrainingData(
		mail.slice(0, 200).map((one) => ({ tokens: tokensOf(one.facts, featuresOf(one.facts)), category: "updates" })),
	);
	const rows = [null, trainingData].map((trained) => {
		for (const { facts } of mail) classify(facts, trained);
		const begin = process.cpuUsage();
		let done = 0;
		let used = 0;
		while (used < 2_000_000) {
			for (const { facts } of mail) classify(facts, trained);
			done += mail.length;
			const { user, system } = process.cpuUsage(begin);
			used = user + system;
		}
		return [trained === null ? "built-in model" : "with 200 corrections", Math.round(done / (used / 1_000_000))];
	});
	console.log("");
	printTable(["", "messages/s"], rows);
}
