import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "#shared/ids.ts";
import {
	idsOf,
	importGenerated,
	messageStates,
	OWNER,
	openMailbox,
	type TestMailbox,
	testInstall,
} from "#test/mailbox.ts";
import { changeableAccounts } from "./accounts.ts";
import { excludeFromPlan } from "./exclude.ts";
import { expireChanges } from "./expire.ts";
import { freezeChosen } from "./freeze.ts";
import { targetOf } from "./kinds.ts";
import { discardOperation, expirePlans } from "./maintenance.ts";
import { createPlan } from "./plan.ts";
import { planMoves } from "./plan-moves.ts";
import { type Choice, chooseMessages } from "./plan-scope.ts";
import { applyPlan } from "./start.ts";
import { undoOperation } from "./undo.ts";

/** Plans of more messages than one statement handles. */

let box: TestMailbox;
let removeInstall: () => Promise<void>;
let accountId: string;
let ids: string[];

beforeAll(async () => {
	const install = await testInstall();
	removeInstall = install.remove;
	box = await openMailbox(install);
	accountId = await importGenerated(box, { count: 11 });
	ids = [...(await idsOf(box)).values()];
	const update = "update emails set size_bytes = 1000, is_starred = false where owner_id = $1";
	await box.ctx.database.exec(update, [OWNER]);
});

afterAll(async () => {
	await box.close();
	await removeInstall();
});

it("find every message, also of the same time, page by page", async () => {
	const { database } = box.ctx;
	await database.exec("update emails set received_date = '2026-01-05' where owner_id = $1 and id = any($2)", [
		OWNER,
		ids.slice(0, 5),
	]);
	const where = (first: number) => ({ text: `e.size_bytes = $${first}`, values: [1000] });
	const searched = await database.query<{ id: string }>(
		"select id from emails where owner_id = $1 and folder_role not in ('trash', 'spam')",
		[OWNER],
	);
	const expected = searched.map(({ id }) => id);
	expect(expected.length).toBeGreaterThan(6);
	const choices: [Partial<Choice>, string[]][] = [
		[{ where }, ids],
		[{ query: "" }, expected],
		[{ query: "larger:500" }, expected],
	];
	for (const page of [2, 3, 11])
		for (const [choice, those] of choices) {
			const all = { ids: null, where: null, query: "", folder: null, ...choice };
			const pages = chooseMessages(database, { ownerId: OWNER, accountId }, all, Date.now(), page);
			const found: string[] = [];
			for await (const chosen of pages) {
				expect(chosen.ids.length).toBeLessThanOrEqual(page);
				expect(chosen.revisions).toHaveLength(chosen.ids.length);
				found.push(...chosen.ids);
			}
			expect(found.toSorted()).toEqual(those.toSorted());
		}
});

const journalOf = async (operationId: string): Promise<string[]> => {
	const rows = await box.ctx.database.query<{ email_id: string }>(
		"select email_id from operation_items where owner_id = $1 and operation_id = $2",
		[OWNER, operationId],
	);
	return rows.map((row) => row.email_id).toSorted();
};

it("freeze every message, show the newest of all, and are discarded, chunk by chunk", async () => {
	const { database } = box.ctx;
	const rows = await database.query<{ id: string; revision: number; at: number }>(
		`select id, revision, extract(epoch from received_date)::int as at from emails
		where owner_id = $1 order by received_date, id`,
		[OWNER],
	);
	const [account] = await changeableAccounts(box.ctx, OWNER, accountId);
	if (account === undefined) throw new Error("The mailbox cannot be changed");
	const target = targetOf({ type: "star", value: true }, account);
	const chosen = { ids: rows.map((row) => row.id), revisions: rows.map(({ revision }) => revision) };
	const newest = rows.map(({ at }) => at).slice(-5);
	for (const chunk of [2, 3, 11]) {
		const operationId = newId(Date.now());
		const frozen = await freezeChosen(database, { ownerId: OWNER, operationId, accountId }, chosen, target, chunk);
		expect(frozen).toMatchObject({ count: 11, bytes: 11_000 });
		expect(frozen.newest.map(({ date }) => Date.parse(date) / 1_000)).toEqual(newest.toReversed());
		expect(await journalOf(operationId)).toEqual(ids.toSorted());
		await discardOperation(database, OWNER, operationId, chunk);
		expect(await journalOf(operationId)).toEqual([]);
	}
});

it("lose their lists after they expire, chunk by chunk", async () => {
	for (const chunk of [2, 3, 11]) {
		const { id } = await createPlan(box.ctx, OWNER, { action: { type: "star", value: true }, ids, source: "inbox" });
		const later = { ...box.ctx, now: () => Date.now() + 3_700_000 };
		let runs = 0;
		while (await expirePlans(later, OWNER, chunk)) runs++;
		expect(await journalOf(id)).toEqual([]);
		expect(runs).toBe(Math.floor(11 / chunk) + 1);
	}
});

it("lose messages and get them back chunk by chunk", async () => {
	const { id, ...made } = await createPlan(box.ctx, OWNER, {
		action: { type: "star", value: true },
		ids,
		source: "inbox",
	});
	expect(made).toMatchObject({ count: 11, bytes: 11_000 });
	const exclude = async (which: string[] | null, included: boolean, chunk: number) => {
		const { count, bytes } = await excludeFromPlan(box.ctx, OWNER, id, { ids: which, included }, chunk);
		return [count, bytes];
	};
	for (const chunk of [2, 3, 11]) {
		expect(await exclude(ids.slice(0, 7), false, chunk)).toEqual([4, 4_000]);
		expect(await exclude(ids.slice(2, 6), true, chunk)).toEqual([8, 8_000]);
		expect(await exclude(null, false, chunk)).toEqual([0, 0]);
		expect(await exclude(null, true, chunk)).toEqual([11, 11_000]);
	}
});

it("move every message to its own folder, chunk by chunk, and undo returns them", async () => {
	const { database } = box.ctx;
	const before = await messageStates(box);
	const trash = await createPlan(box.ctx, OWNER, { action: { type: "trash" }, ids, source: "inbox" });
	const moves = await database.query<{ accountId: string; emailId: string; folderId: string }>(
		`select account_id as "accountId", id as "emailId", folder_id as "folderId" from emails where owner_id = $1
			and folder_role <> 'trash'`,
		[OWNER],
	);
	expect(moves.length).toBeGreaterThan(6);
	await applyPlan(box.ctx, OWNER, trash.id);
	await box.ctx.jobs.drain();
	const trashed = await messageStates(box);
	const restored = await planMoves(box.ctx, OWNER, { moves, source: "smart-archive", reason: "Letters" }, 3);
	await applyPlan(box.ctx, OWNER, restored ?? "");
	await box.ctx.jobs.drain();
	expect(await messageStates(box)).toEqual(before);
	const operation = await database.one("select item_count, bytes from operations where id = $1", [restored]);
	expect(operation).toEqual({ item_count: moves.length, bytes: moves.length * 1_000 });
	await undoOperation(box.ctx, OWNER, restored ?? "", { chunk: 3 });
	await box.ctx.jobs.drain();
	expect(await messageStates(box)).toEqual(trashed);
});

it("forget long after they ended, but for messages that are still where they were moved, chunk by chunk", async () => {
	for (const chunk of [2, 3, 11]) {
		const all = await createPlan(box.ctx, OWNER, { action: { type: "archive" }, ids, source: "inbox" });
		await applyPlan(box.ctx, OWNER, all.id);
		await box.ctx.jobs.drain();
		const moved = ids.toSorted();
		expect(await journalOf(all.id)).toEqual(moved);
		const stay = moved.filter((_, index) => index % 3 === 1);
		const others = moved.filter((id) => !stay.includes(id));
		const back = await createPlan(box.ctx, OWNER, { action: { type: "trash" }, ids: others, source: "inbox" });
		await applyPlan(box.ctx, OWNER, back.id);
		await box.ctx.jobs.drain();
		const later = { ...box.ctx, now: () => Date.now() + 92 * 24 * 3_600_000 };
		await expireChanges(later, chunk);
		expect(await journalOf(all.id)).toEqual(stay);
		expect(await journalOf(back.id)).toEqual(others);
		const rest = await createPlan(box.ctx, OWNER, { action: { type: "trash" }, ids: stay, source: "inbox" });
		await applyPlan(box.ctx, OWNER, rest.id);
		await box.ctx.jobs.drain();
	}
});
