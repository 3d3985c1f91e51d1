import { afterAll, beforeAll, expect, it } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { smallDemo } from "#test/demo.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { composerContract } from "#tools/composer/contract.ts";
import { campaignsContract } from "../contract.ts";
import { samplePlan } from "./testing/sample-plan.ts";

const CARD = "0190a000-0000-7000-8000-000000000001";
let server: TestServer;
let ada: TestUser;
let accountId: string;
const api = () => ada.client(campaignsContract);

beforeAll(async () => {
	server = await startTestServer({ demo: smallDemo() });
	ada = await server.signUp();
	({ id: accountId } = (await ada.client(accountsContract).startDemo()).account);
	await server.ctx.jobs.drain();
});
afterAll(() => server.close());

it("offers the templates that the user saved, and nobody else's", async () => {
	const body = { name: "Nudge", subject: "A question", html: null, text: "Hi {{first_name|there}}, did you see it?" };
	const { id } = await ada.client(composerContract).createTemplate({ body });
	expect(await api().listCampaignTemplates()).toEqual({
		items: [{ id, name: "Nudge", subject: "A question", text: body.text, html: null }],
	});
	const other = await server.signUp();
	expect(await other.client(campaignsContract).listCampaignTemplates()).toEqual({ items: [] });
});

it("adds contacts with their names as fields, and leaves out whom the user unchecked", async () => {
	const { ctx } = server;
	await ctx.database.exec(
		`insert into contact_cards (owner_id, id, name, company, organization, position, phones, postal_address, website, note,
			created_at, updated_at)
		values ($1, $2, 'Lovelace, Augusta', 'Engines Ltd', '', '', '{}', '', '', '', now(), now())`,
		[ada.ownerId, CARD],
	);
	await ctx.database.exec("insert into contact_card_addresses (owner_id, address, card_id) values ($1, $2, $3)", [
		...[ada.ownerId, "augusta@engines.example", CARD],
	]);
	await api().listCandidates({ query: { source: "people", q: "" } });
	await ctx.jobs.drain();
	const everyone = await api().listCandidates({ query: { source: "people", q: "" } });
	expect(everyone.isPreparing).toBe(false);
	expect(everyone.total).toBeGreaterThan(1);
	expect(everyone.items.filter(({ email }) => /^no-?reply/.test(email))).toEqual([]);
	expect((await api().listCandidates({ query: { source: "people", q: "engines" } })).items).toEqual([
		{ email: "augusta@engines.example", name: "Lovelace, Augusta", organization: "Engines Ltd" },
	]);
	await ctx.database.exec("update contact_cards set tags = '{Calculators}' where owner_id = $1", [ada.ownerId]);
	expect((await api().listCandidates({ query: { source: "people", q: "calcul" } })).total).toBe(1);
	const { id } = await api().createCampaign({ body: samplePlan({ accountIds: [accountId] }) });
	const params = { id };
	const [left] = everyone.items;
	const except = [left?.email ?? ""];
	const added = await api().addCandidates({ params, body: { source: "people", q: "", except } });
	expect(added).toEqual({ added: everyone.total - 1, duplicates: 0 });
	const list = await api().listRecipients({ params, query: { limit: 200 } });
	expect(list.items.map(({ email }) => email)).not.toContain(left?.email);
	expect(list.items.find(({ email }) => email === "augusta@engines.example")?.fields).toEqual({
		...{ name: "Lovelace, Augusta", first_name: "Augusta", company: "Engines Ltd" },
	});
});
