import { expect, it } from "vitest";
import type { Check } from "../../contract.ts";
import { compare } from "./compare.ts";

const check = (id: Check["id"], state: Check["state"], answers: string[] = []): Check => ({
	...{ id, state, detail: `${id} is ${state}`, fix: null, share: null, items: [] },
	evidence: [
		{ question: "TXT good.test", answers, server: null, answeredAt: "2026-11-14", durationMs: 1, isCached: false },
	],
});

it("finds changed states and changed records, and nothing the first time", () => {
	const first = compare({}, [
		check("spf", "pass", ["v=spf1 mx -all", "other=1"]),
		check("dmarc", "pass", ["v=DMARC1; p=reject"]),
	]);
	expect(first.changes).toEqual([]);
	expect(first.known.spf).toEqual({ state: "pass", records: "v=spf1 mx -all" });
	const same = compare(first.known, [check("spf", "pass", ["other=2", "v=spf1 mx -all"])]);
	expect(same).toEqual({ known: first.known, changes: [] });
	const next = compare(first.known, [
		check("spf", "fail", ["v=spf1 +all"]),
		check("dmarc", "pass", ["v=DMARC1; p=quarantine"]),
	]);
	expect(next.changes).toEqual([
		{ check: "spf", before: "pass", after: "fail", was: "v=spf1 mx -all", is: "v=spf1 +all", detail: "spf is fail" },
		{
			check: "dmarc",
			before: "pass",
			after: "pass",
			was: "v=DMARC1; p=reject",
			is: "v=DMARC1; p=quarantine",
			detail: "dmarc is pass",
		},
	]);
});

it("compares only the state of DKIM: which keys are found depends on the selectors that are asked", () => {
	const found = (selector: string) => ({ ...check("dkim", "pass"), items: [{ label: selector, detail: "2048 bits" }] });
	const { known } = compare({}, [found("s1") as Check]);
	expect(compare(known, [found("s2") as Check]).changes).toEqual([]);
	expect(compare(known, [check("dkim", "fail")]).changes).toMatchObject([{ check: "dkim", after: "fail" }]);
});

it("takes a lost answer for no change, and remembers what was known before", () => {
	const known = compare({}, [check("blacklists", "pass")]).known;
	const lost = compare(known, [check("blacklists", "error")]);
	expect(lost).toEqual({ known, changes: [] });
	expect(compare(lost.known, [check("blacklists", "fail")]).changes).toMatchObject([{ before: "pass", after: "fail" }]);
	expect(compare({}, [check("own-mail", "pass")]).known).toEqual({});
});
