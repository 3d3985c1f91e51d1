import { expect, it } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { smallDemo } from "#test/demo.ts";
import { startDns } from "#test/dns/dns.ts";
import { startTestServer } from "#test/server.ts";
import { type Report, spamAnalyzerContract } from "../contract.ts";
import type { CheckId } from "../scoring.ts";

/** What is known without asking anybody. */
const LOCAL: readonly CheckId[] = ["look-alike", "provider", "own-mail"];

async function analyzeWith(dnsServer: string): Promise<Report[]> {
	// The registries and the usual blacklists: nothing of them is here.
	const server = await startTestServer({ env: { DNS_SERVERS: dnsServer }, demo: smallDemo() });
	try {
		const user = await server.signUp();
		await user.client(accountsContract).startDemo();
		await server.ctx.jobs.drain();
		const analyze = user.client(spamAnalyzerContract)["validate-email"];
		const emails = ["ann@good.test", "mailinator.com"];
		return await Promise.all(emails.map(async (email) => (await analyze({ body: { email } })).report));
	} finally {
		await server.close();
	}
}

function expectNotChecked({ checks, analysis, trust, reputation }: Report): void {
	for (const { id, state, detail, share } of checks) {
		if (LOCAL.includes(id)) continue;
		expect([id, state, share]).toEqual([id, "not_checked", null]);
		expect([id, detail]).toEqual([id, expect.stringMatching(/reach|No server answered|no mail server/)]);
	}
	// What is left is worth too little for a score.
	expect(trust).toEqual({ score: null, checkedWeight: expect.any(Number), cappedBy: null });
	expect(trust.checkedWeight).toBeLessThanOrEqual(6 + 4 + 4);
	expect(reputation.score).toBeNull();
	expect(analysis).toMatchObject({
		...{ trust_score: null, spf_valid: null, dkim_valid: null, blacklist_status: null, domain_age_days: null },
		...{ mx_records: [], reputation_score: null },
	});
}

it("checks nothing without a network, and says so", async () => {
	const [unknown, disposable] = await analyzeWith("127.0.0.1:1");
	if (unknown === undefined || disposable === undefined) throw new Error("Not analyzed.");
	expectNotChecked(unknown);
	expectNotChecked(disposable);
	// What needs no network is still known.
	expect(disposable.checks.find(({ id }) => id === "provider")?.state).toBe("fail");
	expect(disposable.analysis.risk_factors.join("\n")).toMatch(/thrown away/);
});

it("checks nothing where every question is left unanswered, within five seconds", async () => {
	const dns = await startDns({ test: "silence", com: "silence", org: "silence", net: "silence" });
	try {
		for (const report of await analyzeWith(dns.server)) {
			expectNotChecked(report);
			expect(report.durationMs).toBeLessThanOrEqual(5_000);
		}
	} finally {
		await dns.close();
	}
});
