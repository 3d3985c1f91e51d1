import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, it, vi } from "vitest";
import { api } from "../api/api.ts";
import { accountsQuery } from "../mailbox/accounts.ts";
import { offerUndo } from "./undo.ts";
import { undoLast } from "./undo-last.ts";

const shown = vi.hoisted(() => [] as { title: string }[]);
vi.mock("#web/ui/toast/toast.ts", () => ({
	toast: (one: { title: string }) => shown.push(one),
	dismissToast: () => undefined,
}));
vi.mock("../jobs/jobs.ts", () => ({
	jobDone: async () => ({ result: null }),
	jobOver: async () => undefined,
	isOver: () => true,
}));
/** Questions that were asked, and the answer to all of them. */
const asked = vi.hoisted(() => ({ questions: [] as { title: string; description?: string }[], answer: true }));
vi.mock("#web/ui/overlay/confirm.ts", () => ({
	confirm: async (question: (typeof asked.questions)[number]) => {
		asked.questions.push(question);
		return asked.answer;
	},
}));

const WORK = "0190f5a0-0000-7000-8000-000000000001";
const HOME = "0190f5a0-0000-7000-8000-000000000002";
const past = { canUndo: true, undoOf: null, source: "inbox", accountId: WORK, title: "Archived 6 emails" };
const started = { action: { type: "archive" }, accountId: WORK, count: 1, applied: 1, skipped: 0, failed: 0 };

let client: QueryClient;
/** Ids of the operations that the server was asked to undo. */
let undone: string[];
const refresh = vi.fn(async () => undefined);
beforeEach(() => {
	client = new QueryClient();
	client.setQueryData(accountsQuery.queryKey, [
		{ id: WORK, name: "work" },
		{ id: HOME, name: "home" },
	] as never);
	shown.length = 0;
	asked.questions.length = 0;
	asked.answer = true;
	undone = [];
	refresh.mockClear();
	vi.restoreAllMocks();
	vi.spyOn(api, "undoOperation").mockImplementation((async ({ params }: { params: { id: string } }) => {
		undone.push(params.id);
		return { job: { id: params.id }, operation: { ...started, id: params.id } };
	}) as unknown as typeof api.undoOperation);
	vi.spyOn(api, "getOperation").mockImplementation((async ({ params }: { params: { id: string } }) => ({
		...past,
		id: params.id,
		canUndo: params.id !== "undone elsewhere",
		createdAt: new Date(Date.now() - 20 * 60_000).toISOString(),
	})) as unknown as typeof api.getOperation);
});

function history(...items: { id: string }[]) {
	const page = {
		items: items.map((one) => ({ createdAt: new Date().toISOString(), ...past, ...one })),
		nextCursor: null,
	};
	return vi.spyOn(api, "listOperations").mockResolvedValue(page as never);
}

const undoIn = (account: string | undefined) => undoLast(client, { account, refresh });
const archive = (id: string, mailbox: string) =>
	offerUndo(client, { operations: [id], mailboxes: [mailbox] }, { title: "Email archived" });

it("goes back change by change in the mailbox that is shown, without asking", async () => {
	archive("first", WORK);
	archive("elsewhere", HOME);
	archive("second", WORK);
	await undoIn(WORK);
	await undoIn(WORK);
	expect(undone).toEqual(["second", "first"]);
	expect(asked.questions).toEqual([]);
});

it("undoes a change of any mailbox where all are shown", async () => {
	archive("work", WORK);
	archive("home", HOME);
	await undoIn(undefined);
	expect(undone).toEqual(["home"]);
	expect(asked.questions).toEqual([]);
});

it("asks before it undoes a change of another mailbox, and names it", async () => {
	archive("work", WORK);
	asked.answer = false;
	await undoIn(HOME);
	expect(asked.questions[0]?.title).toBe("Undo “Archived 6 emails” in work?");
	expect(undone).toEqual([]);
	asked.answer = true;
	await undoIn(HOME);
	expect(undone).toEqual(["work"]);
});

it("asks before it undoes one whose mailboxes are not known, and undoes no older one instead", async () => {
	archive("older", WORK);
	offerUndo(client, { operations: ["filter"] }, { title: "Filter created" });
	asked.answer = false;
	await undoIn(WORK);
	expect(asked.questions).toHaveLength(1);
	expect(undone).toEqual([]);
	asked.answer = true;
	await undoIn(WORK);
	expect(undone).toEqual(["filter"]);
});

it("asks before it undoes a change that is older than five minutes", async () => {
	archive("old", WORK);
	const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 5 * 60_000 - 1_000);
	asked.answer = false;
	clock.mockReturnValue(Date.now() + 2_000);
	await undoIn(WORK);
	expect(asked.questions).toHaveLength(1);
	expect(asked.questions[0]?.description).toMatch(/^This change was made 2\d min\. ago\.$/);
	expect(undone).toEqual([]);
});

it("asks before it undoes a change that was made elsewhere, past emails opened and changes undone", async () => {
	history(
		{ id: "read", source: "reading" } as never,
		{ id: "expired", canUndo: false } as never,
		{ id: "redo", undoOf: "earlier" } as never,
		{ id: "earlier" },
	);
	asked.answer = false;
	await undoIn(undefined);
	expect(asked.questions.map(({ title }) => title)).toEqual(["Undo “Archived 6 emails” in work?"]);
	expect(undone).toEqual([]);
	asked.answer = true;
	await undoIn(undefined);
	expect(undone).toEqual(["earlier"]);
	expect(refresh).toHaveBeenCalledOnce();
});

it("does not ask about a change that was undone elsewhere", async () => {
	archive("other", HOME);
	archive("undone elsewhere", HOME);
	await undoIn(WORK);
	expect(asked.questions).toHaveLength(1);
	expect(undone).toEqual(["other"]);
});

it("goes on with the list of past changes after fifty, wherever in it the next one is", async () => {
	const createdAt = new Date().toISOString();
	const operation = { ...past, createdAt };
	const pages = [
		{ items: [{ ...operation, id: "opened", source: "reading" }], nextCursor: "1" },
		{ items: [{ ...operation, id: "undone", canUndo: false }], nextCursor: "2" },
		{ items: [{ ...operation, id: "0" }], nextCursor: null },
	];
	vi.spyOn(api, "listOperations").mockImplementation(
		(async ({ query }: { query: { cursor?: string } }) =>
			pages[Number(query.cursor ?? 0)]) as unknown as typeof api.listOperations,
	);
	for (let id = 0; id <= 50; id++) archive(`${id}`, WORK);
	for (let round = 0; round <= 50; round++) await undoIn(WORK);
	expect(undone).toEqual(Array.from({ length: 51 }, (_, round) => `${50 - round}`));
	expect(api.listOperations).toHaveBeenCalledTimes(3);
	expect(asked.questions).toHaveLength(1);
});

it("ends its search where changes are too old to be undone", async () => {
	const old = { canUndo: false, undoOf: null, source: "inbox", createdAt: "2020-01-01T00:00:00.000Z" };
	const list = vi.spyOn(api, "listOperations").mockResolvedValue({ items: [old], nextCursor: "on" } as never);
	await undoIn(undefined);
	expect(list).toHaveBeenCalledOnce();
	expect(shown.map(({ title }) => title)).toEqual(["Nothing to undo"]);
});

it("reports when there is nothing to undo", async () => {
	history();
	await undoIn(undefined);
	expect(shown.map(({ title }) => title)).toEqual(["Nothing to undo"]);
});
