import { beforeAll, expect, it } from "vitest";
import { f1, isFeed, predict, scoreOf, scoreOfBulk } from "../../../../bench/categories/evaluate.ts";
import { type Labelled, labelled } from "../../../../bench/categories/labeled.ts";
import { train } from "../../../../bench/categories/train.ts";
import { corpus } from "../../../../fixtures/corpora.ts";
import { describeIf } from "../../../../fixtures/only-if.ts";
import { type Model, readModel } from "./model.ts";

/** Checks that the benchmark's results still hold, on senders that the model was not trained on. */
describeIf(corpus("README.md") !== null)("mail of unknown senders", () => {
	const mail: Labelled[] = [];
	let model: Model;
	beforeAll(async () => {
		const seen: Labelled[] = [];
		for await (const one of labelled()) (one.half === "test" ? mail : seen).push(one);
		model = readModel(train(seen));
	});
	const of = (...sources: Labelled["source"][]) =>
		predict(
			mail.filter((one) => sources.includes(one.source)),
			model,
		);

	it("distinguishes newsletters and notices from mail of people", () => {
		const { precision, recall } = scoreOfBulk(of("hard-ham", "enron"));
		expect(precision).toBeGreaterThan(0.9);
		expect(recall).toBeGreaterThan(0.9);
		const all = scoreOfBulk(of("hard-ham", "easy-ham", "enron").filter(({ one }) => !isFeed(one)));
		expect(all.precision).toBeGreaterThan(0.85);
		expect(all.recall).toBeGreaterThan(0.9);
	});

	it("is recognized where people write to a list, or to one another", () => {
		expect(scoreOf(of("usrp-users"), "forums").recall).toBeGreaterThan(0.99);
		expect(scoreOf(of("enron"), "primary").recall).toBeGreaterThan(0.98);
	});

	it("is right in the demo mailbox", () => {
		for (const category of ["promotions", "social", "updates", "forums", "primary"] as const) {
			const { precision, recall } = scoreOf(of("demo"), category);
			expect([category, precision > 0.98, recall > 0.98]).toEqual([category, true, true]);
		}
	});

	it("is advertising where it asks for money or a signature, or advertises something", () => {
		// By Gmail's labels, corrected by reading: see docs/decisions/0017-lists-and-categories.md.
		const score = scoreOf(of("gmail"), "promotions");
		expect(f1(score)).toBeGreaterThan(0.88);
		expect(score.precision).toBeGreaterThan(0.85);
	});
});
