import { expect, it } from "vitest";
import type { Check, Evidence } from "../../contract.ts";
import { changeOf, publishedIn } from "./published.ts";

const evidence = (question: string, answers: string[]): Evidence => ({
	...{ question, answers, server: "192.0.2.53", answeredAt: "2026-11-14T10:00:00Z", durationMs: 1, isCached: false },
});
const check = (id: Check["id"], ...asked: Evidence[]): Check => ({
	...{ id, state: "pass", detail: "", fix: null, share: 1, items: [], evidence: asked },
});

const checks = [
	check("mx", evidence("MX good.test", ["10 mx.good.test", "20 mx2.good.test"])),
	check("spf", evidence("TXT good.test", ["site-verification=1", "v=spf1 mx -all"])),
	check("dmarc", evidence("TXT _dmarc.good.test", ["NXDOMAIN"])),
];

it("reads the published records from the evidence", () => {
	expect(publishedIn({ checks, domain: "good.test" })).toEqual({
		...{ spf: "v=spf1 mx -all", dmarc: "", dkim: "", "mta-sts": "", "tls-rpt": "", "sts-policy": "" },
		mx: "10 mx.good.test\n20 mx2.good.test",
	});
});

it("sends only what was changed, removed records too", () => {
	const published = publishedIn({ checks, domain: "good.test" });
	expect(changeOf(published, published, "good.test", "s1")).toEqual({ records: [], stsPolicy: null });
	const edited = { ...published, dmarc: " v=DMARC1; p=reject ", dkim: "v=DKIM1; p=abc", mx: "", "sts-policy": "x" };
	expect(changeOf(published, edited, "good.test", "s1")).toEqual({
		records: [
			{ name: "_dmarc.good.test", type: "TXT", values: ["v=DMARC1; p=reject"] },
			{ name: "s1._domainkey.good.test", type: "TXT", values: ["v=DKIM1; p=abc"] },
			{ name: "good.test", type: "MX", values: [] },
		],
		stsPolicy: "x",
	});
});
