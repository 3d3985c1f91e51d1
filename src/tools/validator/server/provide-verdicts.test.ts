import { afterAll, beforeAll, expect, it } from "vitest";
import { capability } from "#server/platform/capabilities/capabilities.ts";
import { validateAddresses } from "#shared/capabilities/validate-addresses.ts";
import { pricingContract } from "#shared/contracts/pricing.ts";
import { startDns, type TestDns } from "#test/dns/dns.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { validatorContract } from "../contract.ts";

/** Verdicts that another tool asks for, by a user whose plan includes four validations a month. */

const DAY_MS = 24 * 3_600_000;
let dns: TestDns;
let server: TestServer;
let user: TestUser;
beforeAll(async () => {
	const MX: [number, string] = [10, "mx.ink.test"];
	dns = await startDns({
		"ink.test": { MX },
		"mx.ink.test": { A: "192.0.2.1" },
		"closed.test": { MX: [0, "."] },
		"silent.test": "silence",
	});
	server = await startTestServer({ env: { DNS_SERVERS: dns.server } });
	user = await server.signUp();
	const limits = { mailboxes: null, aiPersonalizations: null, validations: 4 };
	await user
		.client(pricingContract)
		.createPricingPlan({ body: { name: "Small", price: "Free", limits, isDefault: true } });
});
afterAll(async () => {
	await server.close();
	await dns.close();
});

const ask = async (emails: string[], given: { maxAgeMs?: number; timeoutMs?: number; signal?: AbortSignal } = {}) => {
	const { signal = new AbortController().signal, ...limits } = given;
	const validate = capability(server.ctx, validateAddresses);
	if (validate === null) throw new Error("No tool validates addresses");
	return validate({ ownerId: user.ownerId, signal }, { emails, maxAgeMs: DAY_MS, timeoutMs: 60_000, ...limits });
};
const used = async () => (await user.client(pricingContract).getPlanUsage()).validations.used;

it("returns verdicts at once, and counts each address that it validates", async () => {
	const { verdicts, beyondLimit } = await ask(["ann@ink.test", "bob@closed.test", "ann@ink.test"]);
	expect(verdicts).toEqual([
		{ email: "ann@ink.test", status: "unknown", reason: "accepts-mail" },
		{ email: "bob@closed.test", status: "invalid", reason: "null-mx" },
	]);
	expect(beyondLimit).toEqual([]);
	expect(await used()).toBe(2);
	const { items } = await user.client(validatorContract).listVerdicts({ query: {} });
	expect(items.map(({ email }) => email).sort()).toEqual(["ann@ink.test", "bob@closed.test"]);
});

it("returns what is known in time, and counts nothing else", async () => {
	const { verdicts, beyondLimit } = await ask(["ann@ink.test", "eva@silent.test"], { timeoutMs: 300 });
	expect(verdicts.map(({ email }) => email)).toEqual(["ann@ink.test"]);
	expect(beyondLimit).toEqual([]);
	expect(await used()).toBe(2);
});

it("ends with the signal of its caller", async () => {
	const reason = new Error("The job was canceled");
	await expect(ask(["eva@silent.test"], { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
	expect(await used()).toBe(2);
});

it("validates again what is old, up to the limit of the plan; beyond it an old verdict remains", async () => {
	const { verdicts, beyondLimit } = await ask(["cid@ink.test", "dan@ink.test", "ann@ink.test", "eve@ink.test"], {
		maxAgeMs: 0,
	});
	const status = Object.fromEntries(verdicts.map((one) => [one.email, one.status]));
	expect(status).toEqual({ "cid@ink.test": "unknown", "dan@ink.test": "unknown", "ann@ink.test": "unknown" });
	expect(beyondLimit).toEqual(["ann@ink.test", "eve@ink.test"]);
	expect(await used()).toBe(4);
});

it("refuses more addresses than its contract allows, and names the tool", async () => {
	const emails = Array.from({ length: 1_001 }, (_, n) => `person${n}@ink.test`);
	await expect(ask(emails)).rejects.toThrow("validate-addresses of validator was called with a wrong input");
	expect(await used()).toBe(4);
});
