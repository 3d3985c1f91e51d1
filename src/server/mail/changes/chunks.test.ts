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
import { excludeFromPlan } from "./exclude.ts";
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
	await box.ctx.database.query(update, [OWNER]);
});

afterAll(async () => {
	await box.close();
	await removeInstall();
});

it("find every message, also of the same time, page by page", async () => {
	const { database } = box.ctx;
	await database.query("update emails set received_date = '2026-01-05' where owner_id = $1 and id = any($2)", [
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
	const [operation] = await database.query("select item_count, bytes from operations where id = $1", [restored]);
	expect(operation).toEqual({ item_count: moves.length, bytes: moves.length * 1_000 });
	await undoOperation(box.ctx, OWNER, restored ?? "");
	await box.ctx.jobs.drain();
	expect(await messageStates(box)).toEqual(trashed);
});
