import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { repliesContract } from "#shared/contracts/replies.ts";
import { summariesContract } from "#shared/contracts/summaries.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";

/** What the built-in engine says of mail that needs no reply, of questions, and of languages that it does not know. */

let server: TestServer;
let person: TestUser;
let ids: Map<string, string>;

const message = (from: string, subject: string, { fields = [], text }: { fields?: string[]; text: string[] }): string =>
	[
		"From x@example.org Wed Mar  4 10:00:00 2026",
		`From: ${from}`,
		"To: Ben Okafor <ben@example.org>",
		`Subject: ${subject}`,
		`Message-ID: <${subject.toLowerCase().replaceAll(/\W+/g, "-")}@example.org>`,
		"Date: Wed, 4 Mar 2026 10:00:00 +0000",
		"Content-Type: text/plain; charset=utf-8",
		...fields,
		"",
		...text,
		"",
		"",
	].join("\n");

const UNSUBSCRIBE = ["List-Unsubscribe: <https://shop.example/u/1>", "List-Id: <deals.shop.example>"];
const TRACKING = "https://click.shop.example/ls/click?upn=u001.aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789";

const mbox = [
	message("Deal Alerts <deals@shop.example>", "Spring sale starts now", {
		fields: UNSUBSCRIBE,
		text: [
			`View this email in your browser ${TRACKING}`,
			"",
			`[${TRACKING}]`,
			"Ready for the garden? Take 30% off all raised beds and planters.",
			`Shop now <${TRACKING}>`,
			"The offer ends on Sunday, March 15.",
			"Raised bed, cedar, 120 cm",
			"Now $89",
			"",
			"You are receiving this because you signed up at shop.example.",
			`Unsubscribe: ${TRACKING}`,
		],
	}),
	message("Deal Alerts <deals@shop.example>", "Look inside", {
		fields: UNSUBSCRIBE,
		text: [`View this email in your browser ${TRACKING}`, `Unsubscribe ${TRACKING}`],
	}),
	message("Nordwind Store <orders@nordwind.example>", "Your order 4711 has shipped", {
		fields: ["Auto-Submitted: auto-generated"],
		text: [
			"Hello Ben,",
			"",
			"Your order 4711 has shipped and will arrive on Friday, March 6.",
			`Track your parcel: ${TRACKING}`,
			"Total: €45.00",
			"",
			"Do you have questions about your order?",
		],
	}),
	message("Bank of the Vale <notices@bank.example>", "Standing order to Ropewalk Yard", {
		fields: ["Auto-Submitted: auto-generated"],
		text: ["Standing order to Ropewalk Yard", "", "Amount: £47.10", "Next: 11 February"],
	}),
	message("Mara Lindqvist <mara@orchard.example>", "Monday", {
		text: ["Hi Ben,", "", "Could we meet on Monday to go over the plan?", "", "Mara"],
	}),
	message("Mara Lindqvist <mara@orchard.example>", "Budget", {
		text: ["Hi Ben,", "", "I am writing the offer for the client. What is your budget for the kitchen?"],
	}),
	message("Mara Lindqvist <mara@orchard.example>", "Tests", { text: ["Did the tests pass? I have not seen them."] }),
	message("Help Center <someone@orchard.example>", "Question about your visit", {
		text: ["Hello, could we meet at the office on Thursday?"],
	}),
	message("Giulia Rossi <giulia@esempio.example>", "Domani", {
		text: ["Ciao Ben,", "", "ci vediamo domani alle dieci? Ti porto il contratto che abbiamo preparato con Luca."],
	}),
	message("PayPal <support@intl-limited.net>", "Your account", {
		text: ["Hi Ben,", "", "Could you send me your password by Monday, March 9?"],
	}),
	message("Olga Ivanova <olga@primer.example>", "Vstrecha", { text: ["Привет! Можешь прислать отчёт до пятницы?"] }),
].join("");

beforeAll(async () => {
	server = await startTestServer({ now: () => Date.parse("2026-03-04T12:00:00Z") });
	person = await server.signUp();
	const bytes = new TextEncoder().encode(mbox);
	await person.client(accountsContract).importMbox({ query: { filename: "mail.mbox" } }, { bytes });
	await server.ctx.jobs.drain();
	const { items } = await person.client(emailsContract).listEmails({ query: {} });
	ids = new Map(items.map(({ subject, id }) => [subject, id]));
});
afterAll(() => server.close());

const summarize = (subject: string) =>
	person.client(summariesContract)["email-ai-summary"]({ body: { emailId: ids.get(subject) ?? "", isAnother: true } });
const suggest = (subject: string, tone: "professional" | "brief" = "professional") =>
	person.client(repliesContract)["email-smart-reply"]({ body: { emailId: ids.get(subject) ?? "", tone } });

describe("a summary without a model", () => {
	it("of a mailing is what is offered, until when and at what price, without links", async () => {
		const { short, long, actions } = await summarize("Spring sale starts now");
		expect(short).toBe("Take 30% off all raised beds and planters.");
		expect(long).toBe(
			"Take 30% off all raised beds and planters. The offer ends on Sunday, March 15. Raised bed, cedar, 120 cm: Now $89.",
		);
		expect(actions).toEqual([]);
	});

	it("of a mailing without text is one honest sentence", async () => {
		const { short, long, actions } = await summarize("Look inside");
		expect([short, long]).toEqual(Array(2).fill("This email has too little text to summarize."));
		expect(actions).toEqual([]);
	});

	it("of a notice has its fields, and not its subject again", async () => {
		const { short, long } = await summarize("Standing order to Ropewalk Yard");
		expect([short, long]).toEqual(["Amount: £47.10", "Amount: £47.10. Next: 11 February."]);
	});

	it("of a receipt is what was ordered, its price and when it comes", async () => {
		const { short, long } = await summarize("Your order 4711 has shipped");
		expect(short).toBe("Your order 4711 has shipped and will arrive on Friday, March 6.");
		expect(long).toContain("€45.00");
		expect(long).not.toMatch(/https?:/);
	});
});

it("of mail that looks suspicious there are no action items and no replies", async () => {
	expect(await summarize("Your account")).toMatchObject({ actions: [], action_items: [] });
	expect(await suggest("Your account")).toMatchObject({ replies: [], none: "suspicious" });
});

describe("suggested replies without a model", () => {
	it.each(["Spring sale starts now", "Look inside", "Your order 4711 has shipped"])(
		"are none for %s",
		async (subject) => {
			expect(await suggest(subject)).toMatchObject({
				replies: [],
				none: "no_reply_needed",
				engine: { kind: "built_in" },
			});
		},
	);

	it.each(["Domani", "Vstrecha"])("are none in a language that it does not know: %s", async (subject) => {
		expect(await suggest(subject)).toMatchObject({ replies: [], none: "unknown_language" });
	});

	it("answer what was asked", async () => {
		const texts = async (subject: string) => (await suggest(subject, "brief")).replies.map(({ text }) => text);
		expect(await texts("Monday")).toEqual([
			"Monday works for me.",
			"Sorry, Monday doesn't work for me. Would another time suit you?",
		]);
		expect((await texts("Budget"))[0]).toBe("I'll check what my budget for the kitchen is and get back to you.");
	});

	it("are none where no answer can be said in the words of the question", async () => {
		expect(await suggest("Tests")).toMatchObject({ replies: [], none: "nothing_certain" });
	});

	it("greet people by their given name, and nobody else", async () => {
		const greeting = async (subject: string) => (await suggest(subject)).replies[0]?.text.split("\n")[0];
		expect(await greeting("Monday")).toBe("Hello Mara,");
		expect(await greeting("Question about your visit")).toBe("Hello,");
	});
});
