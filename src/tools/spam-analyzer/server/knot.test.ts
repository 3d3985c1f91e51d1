import { afterAll, beforeAll, expect, it } from "vitest";
import { settingsContract } from "#shared/contracts/settings.ts";
import { isServable, type Knot, knotPath, startKnot } from "#test/knot/knot.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { describeIf } from "../../../../fixtures/only-if.ts";
import { type Report, spamAnalyzerContract } from "../contract.ts";
import type { CheckId } from "../scoring.ts";
import { cases } from "./testing/cases.ts";
import { lists, zones } from "./testing/zones.ts";

/** What the DNS alone decides, and a server that keeps the standards can serve. */
const ASKED: readonly CheckId[] = ["mx", "spf", "dkim", "dmarc", "blacklists", "reverse-dns", "tls-rpt", "dane"];
/** The selectors of the first two come from mail of the user; the third includes a domain whose server fails. */
const LEFT_OUT = ["own-selector.test", "gone-key.test", "include-fails.test"];

const served = cases.filter(
	([id, domain]) =>
		ASKED.includes(id) && !LEFT_OUT.includes(domain) && (isServable(zones[domain]) || zones[domain] === undefined),
);

describeIf(knotPath !== null)("with the zones in Knot DNS, each check has the same state", () => {
	let knot: Knot;
	let server: TestServer;
	let user: TestUser;
	const reports = new Map<string, Report>();

	beforeAll(async () => {
		const plain = Object.entries(zones).filter(([, zone]) => isServable(zone));
		knot = await startKnot(knotPath ?? "", Object.fromEntries(plain));
		server = await startTestServer({
			env: { DNS_SERVERS: knot.server, ALLOW_PRIVATE_HOSTS: "on", RDAP_BOOTSTRAP_URL: "http://127.0.0.1:9/dns.json" },
		});
		user = await server.signUp();
		await user.client(settingsContract).updateSettings({ params: { section: "spam-analyzer" }, body: lists });
	});
	afterAll(async () => {
		await server?.close();
		await knot?.close();
	});

	async function reportOf(email: string): Promise<Report> {
		const known = reports.get(email);
		if (known !== undefined) return known;
		const { report } = await user.client(spamAnalyzerContract)["validate-email"]({ body: { email } });
		reports.set(email, report);
		return report;
	}

	it("of many cases", () => expect(served.length).toBeGreaterThan(40));

	it.each(served)("%s of %s: %s", async (id, domain, state, detail) => {
		const check = (await reportOf(domain)).checks.find((one) => one.id === id);
		expect([check?.state, check?.detail]).toEqual([state, expect.stringMatching(detail)]);
	});
});
