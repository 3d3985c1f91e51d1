import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { modelContract } from "#shared/contracts/model.ts";
import { type ModelServer, startModelServer } from "#test/model-server.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { type AskChunk, askContract } from "../contract.ts";

/** Questions over HTTP, with and without a language model. */

let models: ModelServer;
let server: TestServer;
let ada: TestUser;
let bea: TestUser;

const message = (from: string, day: number, subject: string, lines: string[]): string[] => [
	`From x@example.org ${new Date(Date.UTC(2026, 2, day, 10)).toUTCString()}`,
	`From: ${from}`,
	"To: Ada Vale <ada@example.org>",
	`Subject: ${subject}`,
	`Message-ID: <${day}@example.org>`,
	`Date: ${new Date(Date.UTC(2026, 2, day, 10)).toUTCString()}`,
	"",
	...lines,
	"",
];

const mbox = [
	...message("Mara Lindqvist <mara@orchard.example>", 3, "Launch of the booking page", [
		"I hope you are well.",
		"The launch is moved to 17 March because the payment tests failed.",
		"> Is the launch still in February?",
	]),
	...message("Hotel Aurora <desk@aurora.example>", 5, "Your stay in Lisbon", [
		"Thank you for your booking.",
		"The total for three nights is €412.50, payable at check-in.",
	]),
	...message("Hotel Aurora <desk@aurora.example>", 6, "Parking in Lisbon", [
		"Parking is €18 a night in the hotel garage.",
	]),
	...message("PayPal <x@intl-limited.net>", 8, "Your museum ticket", ["The total for your museum ticket is €9,999."]),
	...message("Ben Okafor <ben@example.net>", 7, "Lunch", ["The canteen has soup today."]),
].join("\n");

beforeAll(async () => {
	models = await startModelServer();
	server = await startTestServer();
	ada = await server.signUp();
	bea = await server.signUp();
	const bytes = new TextEncoder().encode(mbox);
	await ada.client(accountsContract).importMbox({ query: { filename: "mail.mbox" } }, { bytes });
	await server.ctx.jobs.drain();
});
afterAll(async () => {
	await server.close();
	await models.close();
});
beforeEach(() => {
	server.ctx.config.model = null;
	models.requests.length = 0;
});

function useModel(provider: "openai-compatible" | "anthropic" = "openai-compatible"): void {
	server.ctx.config.model = {
		...{ provider, baseUrl: models.url, model: "test-model", apiKey: null },
		...{ tokensPerDay: 0, dollarsPerDay: 0, inputPrice: 0, outputPrice: 0 },
	};
}

type Chunk<T extends AskChunk["type"]> = Extract<AskChunk, { type: T }>;

async function ask(question: string, { user = ada, q }: { user?: TestUser; q?: string } = {}) {
	const chunks: AskChunk[] = [];
	for await (const chunk of user.client(askContract).askMailbox({ body: { question, ...(q !== undefined && { q }) } }))
		chunks.push(chunk);
	const last = <T extends AskChunk["type"]>(type: T) => chunks.findLast((chunk) => chunk.type === type) as Chunk<T>;
	const { items, total } = last("emails");
	const { sentences, ...answer } = last("answer");
	const subjects = new Map(items.map(({ id, subject }) => [id, subject]));
	const cited = sentences.map(({ text, sources, isSupported }) => ({
		text,
		isSupported,
		from: sources.map((id) => subjects.get(id)),
	}));
	return { search: last("search"), total, subjects: [...subjects.values()], ...answer, cited, chunks };
}

it("answers with sentences of the emails, and asks no server", async () => {
	const launch = await ask("When is the launch that Mara wrote about?");
	expect(launch).toMatchObject({
		search: { q: "from:Mara launch", engine: { kind: "built_in" } },
		total: 1,
		engine: { kind: "built_in", host: null },
	});
	expect(launch.cited[0]).toEqual({
		text: "The launch is moved to 17 March because the payment tests failed.",
		isSupported: true,
		from: ["Launch of the booking page"],
	});
	expect(JSON.stringify(launch.cited)).not.toContain("February");
	const price = await ask("How much is the hotel in Lisbon?");
	expect(price.cited[0]?.text).toBe("Parking is €18 a night in the hotel garage.");
	expect((await ask("hotel costs over €100 in Lisbon")).cited.map(({ from }) => from)).toEqual([
		["Your stay in Lisbon"],
	]);
	expect((await ask("How many emails are from Aurora?")).total).toBe(2);
	expect(models.requests).toEqual([]);
});

it("makes no answer from suspicious mail, and shows which it is", async () => {
	const asked = await ask("How much is the total for my museum ticket?");
	expect(asked).toMatchObject({ total: 1, cited: [] });
	const [item] = (asked.chunks.find((chunk) => chunk.type === "emails") as Chunk<"emails">).items;
	expect(item?.trust).toBe("suspicious");
});

it("searches for some of the words when no email has all of them, and says so", async () => {
	const wide = await ask("launch of the submarine");
	expect(wide).toMatchObject({ search: { q: "launch OR submarine", isWide: true }, total: 1 });
	expect(await ask("submarine")).toMatchObject({ total: 0, cited: [], search: { isWide: false } });
});

it("uses a search that the user edits as it is", async () => {
	expect(await ask("How much is it?", { q: "subject:lisbon garage" })).toMatchObject({
		search: { q: "subject:lisbon garage" },
		subjects: ["Parking in Lisbon"],
		cited: [{ text: "Parking is €18 a night in the hotel garage." }],
	});
	await expect(ask("How much is it?", { q: "larger:" })).rejects.toMatchObject({ code: "bad-query", status: 400 });
});

it("shows no other user's mail", async () => {
	expect(await ask("When is the launch?", { user: bea })).toMatchObject({ total: 0, cited: [] });
});

it.each(["openai-compatible", "anthropic"] as const)(
	"streams the answer of a model (%s) whose sentences name emails",
	async (provider) => {
		useModel(provider);
		models.answer((body) =>
			body.includes("searchByRules")
				? JSON.stringify({ search: "lisbon (stay OR parking)" })
				: JSON.stringify({
						sentences: [
							{ text: "Parking costs €18 a night.", emails: [1] },
							{ text: "The stay costs €999.", emails: [2] },
							{ text: "Lisbon is sunny.", emails: [] },
							{ text: "Somebody else said so.", emails: [7] },
						],
					}),
		);
		const asked = await ask(`What do I pay in Lisbon, asked of ${provider}?`);
		expect(asked).toMatchObject({
			search: { q: "lisbon (stay OR parking)", engine: { kind: "model", host: models.host } },
			engine: { kind: "model", host: models.host },
			dropped: 2,
			isComplete: true,
		});
		expect(asked.cited).toEqual([
			{ text: "Parking costs €18 a night.", isSupported: true, from: ["Parking in Lisbon"] },
			{ text: "The stay costs €999.", isSupported: false, from: ["Your stay in Lisbon"] },
		]);
		// The search gets no mail; the answer gets only the emails found.
		expect(models.requests[0]?.body).not.toContain("check-in");
		expect(models.requests[1]?.body).toContain("check-in");
		expect(models.requests[1]?.body).not.toContain("canteen");
		const { items } = await ada.client(modelContract).listModelCalls();
		expect(items.slice(0, 2).map(({ purpose }) => purpose)).toEqual(["ask", "ask-search"]);
	},
);

it("ignores a search of the model that is none", async () => {
	useModel();
	models.answer((body) => (body.includes("searchByRules") ? '{"search": "larger:("}' : '{"sentences": []}'));
	expect(await ask("Where is the garage?")).toMatchObject({
		search: { q: "garage" },
		subjects: ["Parking in Lisbon"],
		cited: [],
	});
});

it("says why a model failed, and ends its request when the user cancels", async () => {
	useModel();
	models.behave({ kind: "refusal" });
	await expect(ask("Where is the canteen?")).rejects.toMatchObject({ code: "model-refused" });
	const start = '{"sentences": [{"text": "Soup is served.", "emails": [1]}, {"text": "';
	models.behave(
		{ kind: "text", text: '{"search": "soup"}' },
		{ kind: "stalled", text: start.padEnd(start.length * 2 + 40, "x") },
	);
	const controller = new AbortController();
	const seen: AskChunk[] = [];
	const run = async () => {
		const body = { question: "What soup is there?" };
		for await (const chunk of ada.client(askContract).askMailbox({ body }, { signal: controller.signal })) {
			seen.push(chunk);
			if (chunk.type === "answer") controller.abort();
		}
	};
	await expect(run()).rejects.toThrow();
	expect(seen.at(-1)).toMatchObject({ type: "answer", isComplete: false, sentences: [{ text: "Soup is served." }] });
	await expect
		.poll(async () => (await ada.client(modelContract).listModelCalls()).items[0]?.state, { timeout: 10_000 })
		.toBe("canceled");
});
