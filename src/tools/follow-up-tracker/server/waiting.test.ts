import { afterAll, beforeAll, expect, it } from "vitest";
import { listWaiting } from "#kernel/mail.ts";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { startTestServer, type TestServer } from "#test/server.ts";
import { dashboardContract } from "#tools/dashboard/contract.ts";
import { campaignsContract } from "../contract.ts";

let server: TestServer;
beforeAll(async () => {
	server = await startTestServer();
});
afterAll(() => server.close());

interface Letter {
	id: string;
	/** The other person. */
	who: string;
	isSent: boolean;
	daysAgo: number;
	answers?: string;
	header?: string;
	text?: string;
}

/** As Gmail exports it. */
function entry({ id, who, isSent, daysAgo, answers, header, text = "Could you send me the text?" }: Letter): string {
	const date = new Date(Date.now() - daysAgo * 86_400_000).toUTCString().replace("GMT", "+0000");
	const [weekday, day, month, year, time] = date.replace(",", "").split(" ");
	return [
		`From x@y.example ${weekday} ${month} ${day} ${time} ${year}`,
		`From: ${isSent ? "Me <me@home.example>" : who}`,
		`To: ${isSent ? who : "Me <me@home.example>"}`,
		`Subject: ${id}`,
		`Date: ${date}`,
		`Message-ID: <${id}@x.example>`,
		...(answers === undefined ? [] : [`In-Reply-To: <${answers}@x.example>`, `References: <${answers}@x.example>`]),
		...(header === undefined ? [] : [header]),
		`X-Gmail-Labels: ${isSent ? "Sent" : "Inbox,Opened"}`,
		...["", text, "", ""],
	].join("\n");
}

const ann = "Ann <ann@orchard.example>";

async function signUpWith(letters: readonly Letter[]) {
	const user = await server.signUp();
	const bytes = new TextEncoder().encode(letters.map(entry).join(""));
	await user.client(accountsContract).importMbox({ query: { filename: "mail.mbox" } }, { bytes });
	await server.ctx.jobs.drain();
	return user;
}

it("lists who waits for whom: people only, the last message decides, and others get two days", async () => {
	const letters: Letter[] = [
		{ id: "unanswered", who: ann, isSent: false, daysAgo: 1 },
		{ id: "answered", who: ann, isSent: false, daysAgo: 6 },
		{ id: "my-answer", who: ann, isSent: true, daysAgo: 5, answers: "answered" },
		{ id: "my-question", who: ann, isSent: true, daysAgo: 4 },
		{ id: "her-answer", who: ann, isSent: false, daysAgo: 3, answers: "my-question" },
		{ id: "just-asked", who: ann, isSent: true, daysAgo: 0.5 },
		{ id: "to-a-program", who: "no-reply@shop.example", isSent: true, daysAgo: 5 },
		{ id: "from-a-program", who: "noreply@shop.example", isSent: false, daysAgo: 2 },
		{ id: "from-a-list", who: ann, isSent: false, daysAgo: 2, header: "List-Id: <l.orchard.example>" },
		{ id: "automatic", who: ann, isSent: false, daysAgo: 2, header: "Auto-Submitted: auto-replied" },
		{ id: "long-ago", who: ann, isSent: false, daysAgo: 60 },
	];
	const user = await signUpWith(letters);
	const list = async (who: "me" | "them") =>
		(await user.client(campaignsContract).listWaitingThreads({ query: { for: who } })).items;
	expect((await list("me")).map(({ subject, email }) => [subject, email])).toEqual([
		["unanswered", "ann@orchard.example"],
		["her-answer", "ann@orchard.example"],
	]);
	expect((await list("them")).map(({ subject, name }) => [subject, name])).toEqual([["my-answer", "Ann"]]);
});

it("kinds 1 and 6: an answer that wants no answers waits, and an absence answers nothing", async () => {
	const away = "I am out of the office until Monday with no access to email. In urgent cases please contact Tom.";
	const user = await signUpWith([
		{ id: "exchange", who: ann, isSent: false, daysAgo: 1, header: "X-Auto-Response-Suppress: All" },
		{ id: "bulk", who: ann, isSent: false, daysAgo: 1.5, header: "Precedence: bulk", answers: "nothing" },
		{ id: "my-question", who: ann, isSent: true, daysAgo: 4 },
		{ id: "re-my-question", who: ann, isSent: false, daysAgo: 3.9, answers: "my-question", text: away },
		{ id: "my-other", who: ann, isSent: true, daysAgo: 5 },
		{ id: "Read: my other", who: ann, isSent: false, daysAgo: 4, answers: "my-other", text: "The message was read." },
	]);
	const list = async (who: "me" | "them") =>
		(await user.client(campaignsContract).listWaitingThreads({ query: { for: who } })).items.map((one) => one.subject);
	expect(await list("me")).toEqual(["exchange", "bulk"]);
	expect(await list("them")).toEqual(["my-question", "my-other"]);
});

it("counts all of them and lists them page by page, and the brief has the same number", async () => {
	const letters: Letter[] = [...Array(11).keys()].map((n) => ({
		...{ id: `unanswered-${n}`, who: ann, isSent: false },
		// Some at the same time.
		daysAgo: 1 + Math.floor(n / 3),
	}));
	const user = await signUpWith(letters);
	const client = user.client(campaignsContract);
	const seen: string[] = [];
	for (let cursor: string | undefined; ; ) {
		const page = await client.listWaitingThreads({ query: { for: "me", limit: 2, cursor } });
		expect([page.total, page.items.length <= 2]).toEqual([11, true]);
		seen.push(...page.items.map(({ subject }) => subject));
		if (page.nextCursor === null) break;
		cursor = page.nextCursor;
	}
	expect(seen).toHaveLength(11);
	expect(new Set(seen)).toEqual(new Set(letters.map(({ id }) => id)));
	const whole = (await client.listWaitingThreads({ query: { for: "me" } })).items.map(({ subject }) => subject);
	expect(seen).toEqual(whole);
	const { waiting } = await user.client(dashboardContract).getBrief({ query: {} });
	expect([waiting.total, waiting.items.length]).toEqual([11, 5]);
	await expect(client.listWaitingThreads({ query: { for: "me", cursor: "x" } })).rejects.toMatchObject({
		code: "bad-cursor",
	});
});

it("lists no mail between one's own addresses, in any spelling of their domain", async () => {
	const me = "Me <Me@bücher.example>";
	const user = await signUpWith([
		{ id: "to-myself", who: me, isSent: true, daysAgo: 4 },
		{ id: "from-another-address", who: me, isSent: false, daysAgo: 3 },
		{ id: "to-ann", who: ann, isSent: true, daysAgo: 5 },
	]);
	await server.ctx.database.exec("update connected_accounts set email = $2 where owner_id = $1", [
		...[user.ownerId, "me@xn--bcher-kva.example"],
	]);
	const campaigns = user.client(campaignsContract);
	const subjects = async (who: "me" | "them") =>
		(await campaigns.listWaitingThreads({ query: { for: who } })).items.map(({ subject }) => subject);
	expect(await subjects("them")).toEqual(["from-another-address", "to-ann"]);
	expect(await subjects("me")).toEqual([]);
});

it("offers whom the user wrote to, in one spelling, and not the user", async () => {
	const user = await signUpWith([
		{ id: "to-myself", who: "Me <Me@bücher.example>", isSent: true, daysAgo: 4 },
		{ id: "to-eve", who: "Eve <eve@bücher.example>", isSent: true, daysAgo: 3 },
		{ id: "from-eve", who: "Eve <eve@xn--bcher-kva.example>", isSent: false, daysAgo: 2 },
	]);
	await server.ctx.database.exec("update connected_accounts set email = $2 where owner_id = $1", [
		...[user.ownerId, "me@xn--bcher-kva.example"],
	]);
	const found = await user.client(campaignsContract).listCandidates({ query: { source: "search", q: "text" } });
	expect(found.items.map(({ email }) => email)).toEqual(["eve@xn--bcher-kva.example"]);
});

it("opens a limited number of messages in a request, and the others in a job", async () => {
	const letters = [1, 2, 3, 4, 5].map((number) => {
		const who = `Friend ${number} <friend-${number}@orchard.example>`;
		return { id: `question-${number}`, who, isSent: false, daysAgo: number };
	});
	const { ownerId } = await signUpWith(letters);
	const subjects = async (most: number) => {
		const { items } = await listWaiting(server.ctx, ownerId, { for: "me", limit: 10 }, { most });
		return items.map(({ subject }) => subject);
	};
	const opened = async () => {
		const rows = await server.ctx.database.query<{ subject: string }>(
			"select subject from emails where owner_id = $1 and act is not null order by subject",
			[ownerId],
		);
		return rows.map(({ subject }) => subject);
	};
	expect(await subjects(2)).toEqual(letters.map(({ id }) => id));
	expect(await opened()).toEqual(["question-1", "question-2"]);
	await server.ctx.jobs.drain();
	expect(await opened()).toEqual(letters.map(({ id }) => id));
	expect(await subjects(0)).toEqual(letters.map(({ id }) => id));
});
