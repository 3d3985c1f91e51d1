import { expect, test } from "vitest";
import { expectLinear } from "../testing/linear-time.ts";
import { parseAuthResults } from "./auth-results.ts";

test("reads verdicts and the domains they apply to", () => {
	const found = parseAuthResults(
		"mx.example.net; dkim=pass header.i=@news.example header.s=s1 header.b=AbC; spf=softfail (mx.example.net: not sure) smtp.mailfrom=bounce@mail.news.example; dmarc=fail (p=REJECT dis=NONE) header.from=news.example",
	);
	expect(found?.server).toBe("mx.example.net");
	expect(found?.dkim).toMatchObject({ verdict: "pass", domain: "news.example" });
	expect(found?.spf).toMatchObject({
		verdict: "softfail",
		domain: "mail.news.example",
		reason: "mx.example.net: not sure",
	});
	expect(found?.dmarc).toMatchObject({ verdict: "fail", domain: "news.example" });
});

test("a pass of any DKIM signature counts", () => {
	const found = parseAuthResults(
		'a.example 1; dkim=fail reason="bad; signature" header.d=x.example; dkim=pass header.d=y.example; arc=none',
	);
	expect(found?.dkim).toMatchObject({ verdict: "pass", domain: "y.example" });
	expect(found?.results.map((result) => result.method)).toEqual(["dkim", "dkim", "arc"]);
	expect(found?.results[0]?.reason).toBe("bad; signature");
});

test("accepts common non-standard forms", () => {
	expect(
		parseAuthResults("spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=a.example; dkim=none (message not signed)"),
	).toMatchObject({
		server: "",
		spf: { verdict: "pass", domain: "a.example" },
		dkim: { verdict: "none" },
		dmarc: null,
	});
	expect(parseAuthResults("a.example; none")).toMatchObject({ server: "a.example", results: [], spf: null });
	expect(parseAuthResults("a.example; spf=hardfail; dkim=wonderful")).toMatchObject({
		spf: { verdict: "fail" },
		dkim: { verdict: "neutral" },
	});
	expect(parseAuthResults("")).toBe(null);
	expect(parseAuthResults('(((( ; " spf=pass')).not.toBeUndefined();
});

test("reads a result of millions of letters and dashes in linear time", async () => {
	const hostile = (size: number) => `mx.example; dkim=pass ${"a-".repeat(size / 2)}`;
	await expectLinear(parseAuthResults, hostile);
	expect(parseAuthResults(hostile(2_000_000))?.dkim).toMatchObject({ verdict: "pass", properties: {} });
});

test("treats names of Object.prototype properties like any other", () => {
	expect(parseAuthResults("a.example; constructor=pass toString=x; spf=valueOf")).toMatchObject({
		results: [{ method: "constructor", verdict: "pass", properties: { tostring: "x" } }, { verdict: "neutral" }],
	});
});
