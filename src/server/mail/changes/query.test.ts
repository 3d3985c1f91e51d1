import { afterAll, beforeAll, expect, it } from "vitest";
import {
	idsOf,
	importGenerated,
	messageStates,
	OWNER,
	openMailbox,
	type TestMailbox,
	testInstall,
} from "#test/mailbox.ts";
import { AppError } from "../../errors.ts";
import { operationDetail } from "./detail.ts";
import { createPlan } from "./plan.ts";
import { applyPlan } from "./start.ts";
import { undoOperation } from "./undo.ts";

let box: TestMailbox;
let first: string;
let removeInstall: () => Promise<void>;

beforeAll(async () => {
	const install = await testInstall();
	removeInstall = install.remove;
	box = await openMailbox(install);
	first = await importGenerated(box, { count: 70 });
	await importGenerated(box, { count: 70, start: 70 });
});

afterAll(async () => {
	await box.close();
	await removeInstall();
});

const codeOf = (promise: Promise<unknown>): Promise<string> =>
	promise.then(
		() => "none",
		(cause: unknown) => (cause instanceof AppError ? `${cause.status} ${cause.code}` : String(cause)),
	);

const inTrash = async (): Promise<string[]> =>
	Object.entries(await messageStates(box))
		.filter(([, messageState]) => (messageState as { folder_role: string }).folder_role === "trash")
		.map(([id]) => id);

it("freezes what a search finds now: later mail is not changed", async () => {
	const before = await messageStates(box);
	const trashed = await inTrash();
	const plan = await createPlan(box.ctx, OWNER, { action: { type: "trash" }, query: "from:sender3", source: "inbox" });
	const found = [...(await idsOf(box)).keys()].filter((id) => Number(/\d+/.exec(id)?.[0]) % 7 === 3);
	expect(plan.count).toBeGreaterThan(10);
	expect(plan.count).toBeLessThanOrEqual(found.length);
	const later = await importGenerated(box, { count: 7, start: 140 });
	await applyPlan(box.ctx, OWNER, plan.id);
	await box.ctx.jobs.drain();
	const now = (await inTrash()).filter((id) => !trashed.includes(id));
	const moved = now.filter((id) => Number(/\d+/.exec(id)?.[0]) < 140);
	expect(moved).toHaveLength(plan.count);
	const came = await box.ctx.database.one<{ folder_role: string }>(
		"select folder_role from emails where account_id = $1 and message_id = 'made-143@example.org'",
		[later],
	);
	// Trash if the mbox file says so, never because of the plan.
	expect(now.includes("made-143@example.org")).toBe(came?.folder_role === "trash");
	const detail = await operationDetail(box.ctx.database, OWNER, { id: plan.id });
	expect(detail).toMatchObject({ query: "from:sender3", accountId: null, applied: plan.count });
	await undoOperation(box.ctx, OWNER, plan.id);
	await box.ctx.jobs.drain();
	expect(await messageStates(box)).toMatchObject(before);
});

it("can be limited to an account and a folder", async () => {
	const request = { action: { type: "mark_read", value: true } as const, source: "inbox" };
	const all = await createPlan(box.ctx, OWNER, { ...request, query: "is:unread" });
	const one = await createPlan(box.ctx, OWNER, { ...request, query: "is:unread", account: first });
	expect(one.count).toBeLessThan(all.count);
	expect(one.sample.every((item) => item.accountId === first)).toBe(true);
	const spam = await createPlan(box.ctx, OWNER, { action: { type: "delete" }, folder: "spam", source: "inbox" });
	expect(spam.sample.every((item) => item.folder === "spam")).toBe(true);
	expect(spam.sample.length).toBeGreaterThan(0);
});

it("freezes a server-side selection, in one account or in all", async () => {
	const request = { action: { type: "star", value: true } as const, source: "smart-archive" };
	const where = (first: number) => ({
		text: `e.sender_email = $${first} and not e.is_starred`,
		values: ["sender3@example.org"],
	});
	const counted = async (account: string | null): Promise<unknown> => {
		const rows = await box.ctx.database.query(
			`select count(*)::int as count from emails where owner_id = $1 and sender_email = 'sender3@example.org'
				and not is_starred and ($2::uuid is null or account_id = $2)`,
			[OWNER, account],
		);
		return rows[0];
	};
	const all = await createPlan(box.ctx, OWNER, { ...request, where });
	const one = await createPlan(box.ctx, OWNER, { ...request, where, account: first });
	expect({ count: all.count }).toEqual(await counted(null));
	expect({ count: one.count }).toEqual(await counted(first));
	expect(one.count).toBeLessThan(all.count);
});

it("explains what is wrong with a selection", async () => {
	const choose = (choice: object) =>
		createPlan(box.ctx, OWNER, { action: { type: "trash" }, source: "inbox", ...choice });
	expect(await codeOf(choose({ query: "before:nonsense" }))).toBe("400 bad-query");
	expect(await codeOf(choose({ query: "from:nobody@nowhere.example" }))).toBe("409 nothing-selected");
	expect(await codeOf(choose({}))).toBe("400 nothing-selected");
	const before = await messageStates(box);
	for (const query of ["%", "-%", "***", "subject:%", "message -%", '""', "-", " ", "\u00a0"])
		expect([query, await codeOf(choose({ query }))]).toEqual([query, "400 query-unsearchable"]);
	await expect(choose({ query: "message %" })).rejects.toThrow(
		"“%” can't be searched. Use letters, digits, symbols or emoji.",
	);
	for (const query of ["()", "-()", "from:()", "OR", '"', 'from:""', 'subject:""', "-domain:%", "-list:."])
		expect([query, await codeOf(choose({ query }))]).toEqual([query, "400 bad-query"]);
	for (const query of ["😀", "→", "subject:😀"])
		expect([query, await codeOf(choose({ query }))]).toEqual([query, "409 nothing-selected"]);
	expect(await messageStates(box)).toEqual(before);
	expect(await codeOf(choose({ query: "x", ids: [...(await idsOf(box)).values()].slice(0, 1) }))).toBe(
		"400 bad-request",
	);
	const remaining = await box.ctx.database.query("select 1 from operations where state = 'freezing'", []);
	expect(remaining).toEqual([]);
});
