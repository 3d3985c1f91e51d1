import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Action } from "#shared/contracts/plans.ts";
import {
	folderCounts,
	idsOf,
	importGenerated,
	messageStates,
	OWNER,
	openMailbox,
	providerStates,
	type TestMailbox,
	testInstall,
} from "#test/mailbox.ts";
import { AppError } from "../../errors.ts";
import { withAccountLock } from "../../platform/locks/account-lock.ts";
import { operationDetail, type ShownItem } from "./detail.ts";
import { expireChanges } from "./expire.ts";
import { listOperations, present, readOperation } from "./operations.ts";
import { createPlan } from "./plan.ts";
import { applyPlan } from "./start.ts";
import { undoOperation } from "./undo.ts";

let box: TestMailbox;
let accountId: string;
let removeInstall: () => Promise<void>;

beforeAll(async () => {
	const install = await testInstall();
	removeInstall = install.remove;
	box = await openMailbox(install);
	accountId = await importGenerated(box, { count: 160 });
});

afterAll(async () => {
	await box.close();
	await removeInstall();
});

async function ids(...numbers: number[]): Promise<string[]> {
	const all = await idsOf(box);
	return numbers.map((n) => all.get(`made-${n}@example.org`) ?? "");
}

const plan = (action: Action, chosen: string[]) => createPlan(box.ctx, OWNER, { action, ids: chosen, source: "inbox" });

async function change(action: Action, chosen: string[]) {
	const { id } = await plan(action, chosen);
	await applyPlan(box.ctx, OWNER, id);
	await box.ctx.jobs.drain();
	return present(await readOperation(box.ctx.database, OWNER, id));
}

async function undo(id: string) {
	const { operation } = await undoOperation(box.ctx, OWNER, id);
	await box.ctx.jobs.drain();
	return present(await readOperation(box.ctx.database, OWNER, operation.id));
}

const codeOf = (promise: Promise<unknown>): Promise<string> =>
	promise.then(
		() => "none",
		(cause: unknown) => (cause instanceof AppError ? `${cause.status} ${cause.code}` : String(cause)),
	);

describe("a plan", () => {
	it("counts only what the action would change, with bytes and the newest few", async () => {
		const chosen = await ids(0, 1, 2, 4, 8);
		const made = await plan({ type: "mark_read", value: true }, chosen);
		expect(made.count).toBe(2);
		expect(made.bytes).toBeGreaterThan(300);
		expect(made.sample.map((item) => item.subject)).toEqual(["Message number 2", "Message number 1"]);
		expect(Date.parse(made.expiresAt)).toBeGreaterThan(Date.now() + 3_500_000);
	});

	it("says when nothing would change", async () => {
		const chosen = await ids(0, 8);
		expect(await codeOf(plan({ type: "mark_read", value: true }, chosen))).toBe("409 nothing-selected");
		expect(await codeOf(plan({ type: "restore" }, chosen))).toBe("409 nothing-selected");
		expect(await codeOf(plan({ type: "label", add: [" "], remove: [] }, chosen))).toBe("400 nothing-selected");
	});

	it("hides other users' messages and accounts", async () => {
		const chosen = await ids(0, 1);
		const stranger = { action: { type: "trash" } as const, ids: chosen, source: "inbox" };
		expect(await codeOf(createPlan(box.ctx, "owner-2", stranger))).toBe("404 not-found");
		expect(await codeOf(createPlan(box.ctx, "owner-2", { ...stranger, account: accountId }))).toBe("404 not-found");
		const { id } = await plan({ type: "trash" }, chosen);
		expect(await codeOf(applyPlan(box.ctx, "owner-2", id))).toBe("404 not-found");
		expect(await codeOf(undoOperation(box.ctx, "owner-2", id))).toBe("404 not-found");
		expect(await codeOf(operationDetail(box.ctx.database, "owner-2", { id }))).toBe("404 not-found");
	});

	it("ignores ids that do not exist", async () => {
		const chosen = [...(await ids(0)), "00000000-0000-7000-8000-000000000000"];
		expect((await plan({ type: "trash" }, chosen)).count).toBe(1);
	});

	it("validates the folders of the account", async () => {
		expect(await codeOf(plan({ type: "move", folderId: "nowhere" }, await ids(0)))).toBe("400 unknown-folder");
	});

	it("expires after an hour, and its list is deleted", async () => {
		const { id } = await plan({ type: "trash" }, await ids(0, 1));
		const later = { ...box.ctx, now: () => Date.now() + 3_700_000 };
		expect(await codeOf(applyPlan(later, OWNER, id))).toBe("410 plan-expired");
		for (let i = 0; i < 20; i++)
			await createPlan(later, OWNER, { action: { type: "trash" }, ids: await ids(0), source: "inbox" });
		expect(await codeOf(applyPlan(box.ctx, OWNER, id))).toBe("410 plan-expired");
		const remaining = await box.ctx.database.query("select 1 from operation_items where operation_id = $1", [id]);
		expect(remaining).toEqual([]);
	});
});

describe("applying", () => {
	it("changes the store at once, the counts with it, and the provider soon after", async () => {
		const chosen = await ids(1, 2, 9);
		const { id } = await plan({ type: "mark_read", value: true }, chosen);
		const begun = await applyPlan(box.ctx, OWNER, id);
		expect(begun.operation).toMatchObject({ applied: 3, count: 3, canUndo: true });
		expect((await messageStates(box))["made-9@example.org"]).toMatchObject({ is_read: true });
		await box.ctx.jobs.drain();
		const done = present(await readOperation(box.ctx.database, OWNER, id));
		expect(done).toMatchObject({ state: "done", applied: 3, skipped: 0, failed: 0, title: "Marked 3 emails as read" });
		expect(await providerStates(box, accountId)).toEqual(await messageStates(box));
		const { saved, counted } = await folderCounts(box);
		expect(saved).toEqual(counted);
		await undo(id);
	});

	it("is idempotent", async () => {
		const { id } = await plan({ type: "star", value: true }, await ids(0, 4));
		const answers = await Promise.all([applyPlan(box.ctx, OWNER, id), applyPlan(box.ctx, OWNER, id)]);
		await box.ctx.jobs.drain();
		const again = await applyPlan(box.ctx, OWNER, id);
		expect(new Set([...answers, again].map((answer) => answer.job.id)).size).toBe(1);
		expect(again.operation).toMatchObject({ applied: 2, state: "done" });
		await undo(id);
	});

	it("skips and counts what changed since the plan", async () => {
		const chosen = await ids(0, 4, 5);
		const planned = await plan({ type: "trash" }, chosen);
		const other = await change({ type: "star", value: true }, chosen.slice(0, 1));
		await applyPlan(box.ctx, OWNER, planned.id);
		await box.ctx.jobs.drain();
		const detail = await operationDetail(box.ctx.database, OWNER, { id: planned.id });
		expect(detail).toMatchObject({ applied: 2, skipped: 1, title: "Moved 2 emails to trash" });
		expect(detail.items[0]).toMatchObject({ emailId: chosen[0], state: "skipped", senderEmail: "sender0@example.org" });
		expect(detail.items[0]?.reason).toContain("skipped");
		expect((await messageStates(box))["made-0@example.org"]).toMatchObject({ folder_role: "inbox" });
		await undo(planned.id);
		await undo(other.id);
	});

	it("lists all messages page by page, skipped ones first", async () => {
		const chosen = await ids(0, 4, 5, 6, 7);
		const planned = await plan({ type: "trash" }, chosen);
		const other = await change({ type: "star", value: true }, chosen.slice(0, 3));
		await applyPlan(box.ctx, OWNER, planned.id);
		await box.ctx.jobs.drain();
		const seen: ShownItem[] = [];
		for (let cursor: string | undefined; ; ) {
			const page = await operationDetail(box.ctx.database, OWNER, { id: planned.id, limit: 2, cursor });
			expect([page.skipped, page.total, page.items.length <= 2]).toEqual([3, planned.count, true]);
			seen.push(...page.items);
			if (page.nextCursor === null) break;
			cursor = page.nextCursor;
		}
		const done = seen.slice(3);
		expect(
			seen
				.slice(0, 3)
				.map(({ emailId }) => emailId)
				.toSorted(),
		).toEqual(chosen.slice(0, 3).toSorted());
		expect(seen.slice(0, 3).every(({ state }) => state === "skipped")).toBe(true);
		expect(done.length).toBeGreaterThan(0);
		expect(done.every(({ emailId, state }) => state === "done" && chosen.slice(3).includes(emailId))).toBe(true);
		expect(new Set(seen.map(({ emailId }) => emailId)).size).toBe(planned.count);
		const bad = operationDetail(box.ctx.database, OWNER, { id: planned.id, cursor: "x" });
		expect(await codeOf(bad)).toBe("400 bad-cursor");
		await undo(planned.id);
		await undo(other.id);
	});

	it("processes many messages in batches", async () => {
		const before = await messageStates(box);
		const all = [...(await idsOf(box)).values()];
		const done = await change({ type: "label", add: ["Everything"], remove: ["Work"] }, all);
		expect(done).toMatchObject({ state: "done", applied: 160, count: 160 });
		expect(await providerStates(box, accountId)).toEqual(await messageStates(box));
		expect(await undo(done.id)).toMatchObject({ applied: 160, skipped: 0 });
		expect(await messageStates(box)).toEqual(before);
		expect(await providerStates(box, accountId)).toEqual(before);
	});

	it("stops after a batch when canceled, and the applied part can be undone", async () => {
		const before = await messageStates(box);
		const { id } = await plan({ type: "trash" }, [...(await idsOf(box)).values()]);
		const { job } = await applyPlan(box.ctx, OWNER, id);
		await box.ctx.jobs.cancel(OWNER, job.id);
		await box.ctx.jobs.drain();
		await operationDetail(box.ctx.database, OWNER, { id });
		expect(await providerStates(box, accountId)).toEqual(await messageStates(box));
		const stopped = present(await readOperation(box.ctx.database, OWNER, id));
		if (stopped.applied > 0) await undo(id);
		expect(await messageStates(box)).toEqual(before);
	});
});

describe("restoring", () => {
	it("moves the message back to its previous folder", async () => {
		const before = await messageStates(box);
		const chosen = await ids(0, 3);
		const trashed = await change({ type: "trash" }, chosen);
		const restored = await change({ type: "restore" }, chosen);
		expect(restored).toMatchObject({ applied: 2, title: "Restored 2 emails" });
		expect(await messageStates(box)).toEqual(before);
		expect(trashed.applied).toBe(2);
	});

	it("falls back to the inbox", async () => {
		const restored = await change({ type: "restore" }, await ids(7));
		expect((await messageStates(box))["made-7@example.org"]).toMatchObject({ folder_role: "inbox" });
		await undo(restored.id);
	});
});

describe("undoing", () => {
	it("can itself be undone, repeatedly", async () => {
		const before = await messageStates(box);
		const archived = await change({ type: "archive" }, await ids(0, 4, 5));
		const after = await messageStates(box);
		const undone = await undo(archived.id);
		expect(undone).toMatchObject({
			undoOf: archived.id,
			applied: 3,
			title: "Undone: archived 3 emails",
			canUndo: true,
		});
		expect(await messageStates(box)).toEqual(before);
		const original = present(await readOperation(box.ctx.database, OWNER, archived.id));
		expect(original).toMatchObject({ undoneBy: undone.id, canUndo: false });
		const redone = await undo(undone.id);
		expect(redone.title).toBe("Redone: archived 3 emails");
		expect(await messageStates(box)).toEqual(after);
		await undo(redone.id);
		expect(await messageStates(box)).toEqual(before);
		expect(await providerStates(box, accountId)).toEqual(before);
		expect(await codeOf(undoOperation(box.ctx, OWNER, archived.id))).toBe("409 cannot-undo");
	});

	it("skips and counts what changed since", async () => {
		const chosen = await ids(0, 4, 5);
		const archived = await change({ type: "archive" }, chosen);
		const trashed = await change({ type: "trash" }, chosen.slice(0, 1));
		expect(await undo(archived.id)).toMatchObject({ count: 3, applied: 2, skipped: 1 });
		expect((await messageStates(box))["made-0@example.org"]).toMatchObject({ folder_role: "trash" });
		await undo(trashed.id);
		await change({ type: "restore" }, chosen.slice(0, 1));
	});

	it("restores what the operation changed and keeps later changes", async () => {
		const before = await messageStates(box);
		const chosen = await ids(1, 2);
		const trashed = await change({ type: "trash" }, chosen);
		const read = await change({ type: "mark_read", value: true }, chosen.slice(0, 1));
		expect(await undo(trashed.id)).toMatchObject({ count: 2, applied: 2, skipped: 0 });
		expect((await messageStates(box))["made-1@example.org"]).toMatchObject({ folder_role: "inbox", is_read: true });
		await undo(read.id);
		expect(await messageStates(box)).toEqual(before);
		expect(await providerStates(box, accountId)).toEqual(before);
	});

	it("works on an operation that is still being pushed", async () => {
		const before = await messageStates(box);
		const { id } = await plan({ type: "spam" }, await ids(0, 1, 2));
		await applyPlan(box.ctx, OWNER, id);
		// Neither request may find the undo finished already.
		const lock = { ownerId: OWNER, accountId, scope: "push" } as const;
		const [one, two] = await withAccountLock(box.ctx, lock, new AbortController().signal, () =>
			Promise.all([undoOperation(box.ctx, OWNER, id), undoOperation(box.ctx, OWNER, id)]),
		);
		expect(one.operation.id).toBe(two.operation.id);
		await box.ctx.jobs.drain();
		expect(await messageStates(box)).toEqual(before);
		expect(await providerStates(box, accountId)).toEqual(before);
	});

	it("stops a long operation first", async () => {
		const before = await messageStates(box);
		const { id } = await plan({ type: "important", value: true }, [...(await idsOf(box)).values()]);
		await applyPlan(box.ctx, OWNER, id);
		while ((await readOperation(box.ctx.database, OWNER, id)).applied === 0)
			await new Promise((next) => setTimeout(next, 5));
		await undo(id);
		expect(await messageStates(box)).toEqual(before);
		expect(await providerStates(box, accountId)).toEqual(before);
	});
});

describe("permanent deletion", () => {
	it("removes messages here and at the provider, and cannot be undone", async () => {
		const chosen = await ids(159);
		const deleted = await change({ type: "delete" }, chosen);
		expect(deleted).toMatchObject({ state: "done", applied: 1, canUndo: false, title: "Permanently deleted 1 email" });
		expect((await messageStates(box))["made-159@example.org"]).toBeUndefined();
		expect((await providerStates(box, accountId))["made-159@example.org"]).toBeUndefined();
		expect(await codeOf(undoOperation(box.ctx, OWNER, deleted.id))).toBe("409 cannot-undo");
		const { saved, counted } = await folderCounts(box);
		expect(saved).toEqual(counted);
	});
});

it("lists past operations page by page, newest first", async () => {
	const first = await listOperations(box.ctx.database, OWNER, 3, undefined);
	expect(first.items).toHaveLength(3);
	const second = await listOperations(box.ctx.database, OWNER, 200, first.nextCursor ?? "");
	expect(second.nextCursor).toBeNull();
	const all = await listOperations(box.ctx.database, OWNER, 200, undefined);
	expect([...first.items, ...second.items]).toEqual(all.items);
	const single = all.items.filter(({ count }) => count === 1);
	expect(single.map(({ subject }) => subject)).toContain("Message number 1");
	expect(single.find(({ action }) => action.type === "delete")?.subject).toBeNull();
	expect(all.items.filter(({ count, subject }) => count > 1 && subject !== null)).toEqual([]);
	const cursors = ["nonsense", `2026-02-31T00:00:00Z ${first.items[0]?.id}`, `2026-01-01T00:00:00Z ${"-".repeat(36)}`];
	for (const install of cursors)
		expect(await codeOf(listOperations(box.ctx.database, OWNER, 3, Buffer.from(install).toString("base64url")))).toBe(
			"400 bad-cursor",
		);
	expect((await listOperations(box.ctx.database, "owner-2", 3, undefined)).items).toEqual([]);
});

describe("an old operation", () => {
	const age = (id: string, days: number) =>
		box.ctx.database.query("update operations set finished_at = now() - make_interval(days => $2) where id = $1", [
			id,
			days,
		]);
	const journalOf = (id: string) =>
		box.ctx.database.query("select email_id from operation_items where operation_id = $1", [id]);

	it("can no longer be undone, and its list is deleted", async () => {
		const marked = await change({ type: "label", add: ["old"], remove: [] }, await ids(90, 91, 92));
		const younger = await change({ type: "label", add: ["young"], remove: [] }, await ids(90, 91));
		await age(marked.id, 92);
		await age(younger.id, 89);
		await expireChanges(box.ctx);
		expect(await journalOf(marked.id)).toEqual([]);
		expect(await journalOf(younger.id)).toHaveLength(2);
		const { items, ...shown } = await operationDetail(box.ctx.database, OWNER, { id: marked.id });
		expect(shown).toMatchObject({ state: "done", applied: 3, canUndo: false, title: marked.title });
		expect(items).toEqual([]);
		await expect(undoOperation(box.ctx, OWNER, marked.id)).rejects.toMatchObject({
			code: "cannot-undo",
			message: "Changes can be undone for 90 days.",
		});
		expect(await undo(younger.id)).toMatchObject({ applied: 2 });
	});

	it("still records the origin of messages that are where it moved them", async () => {
		const chosen = await ids(93, 94);
		const before = await messageStates(box);
		const moved = await change({ type: "archive" }, chosen);
		await change({ type: "restore" }, chosen.slice(0, 1));
		await age(moved.id, 92);
		await expireChanges(box.ctx);
		expect(await journalOf(moved.id)).toEqual([{ email_id: chosen[1] }]);
		await change({ type: "restore" }, chosen.slice(1));
		expect(await messageStates(box)).toEqual(before);
	});
});
