import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PlanItem, type PlanSort, plansContract } from "#shared/contracts/plans.ts";
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
import { excludeFromPlan, narrowPlan } from "./exclude.ts";
import { present, readOperation } from "./operations.ts";
import { createPlan } from "./plan.ts";
import { listPlanItems } from "./plan-items.ts";
import { applyPlan } from "./start.ts";
import { undoOperation } from "./undo.ts";

let box: TestMailbox;
let removeInstall: () => Promise<void>;
let accountId: string;
let all: Map<string, string>;

beforeAll(async () => {
	const install = await testInstall();
	removeInstall = install.remove;
	box = await openMailbox(install);
	accountId = await importGenerated(box, { count: 130 });
	all = await idsOf(box);
	// Generated mail has one size and one sender.
	await box.ctx.database.exec(
		`update emails set size_bytes = 1000 + ('x' || substr(md5(message_id), 1, 3))::bit(12)::int,
			sender_name = case when is_read then '' else initcap(substr(md5(message_id), 4, 5)) end,
			sender_email = substr(md5(message_id), 4, 5) || '@example.org'
		where owner_id = $1`,
		[OWNER],
	);
});

afterAll(async () => {
	await box.close();
	await removeInstall();
});

const id = (n: number): string => all.get(`made-${n}@example.org`) ?? "";
const range = (from: number, to: number): string[] => Array.from({ length: to - from }, (_, i) => id(from + i));

const planOf = (ids: string[]) =>
	createPlan(box.ctx, OWNER, { action: { type: "star", value: true }, ids, source: "inbox" });

async function allItems(plan: string, sort: PlanSort, order: "asc" | "desc", limit: number): Promise<PlanItem[]> {
	const items: PlanItem[] = [];
	for (let cursor: string | undefined; ; ) {
		const page = await listPlanItems(box.ctx, OWNER, plan, { sort, order, limit, cursor });
		expect(page.items.length).toBeLessThanOrEqual(limit);
		expect(plansContract.listPlanItems.query.safeParse({ cursor: page.nextCursor ?? undefined }).success).toBe(true);
		items.push(...page.items);
		if (page.nextCursor === null) return items;
		cursor = page.nextCursor;
	}
}

const codeOf = (promise: Promise<unknown>): Promise<string> =>
	promise.then(
		() => "none",
		(cause: unknown) => (cause instanceof AppError ? `${cause.status} ${cause.code}` : String(cause)),
	);

describe("the list of a plan", () => {
	it("pages in every order, each message once", async () => {
		const made = await planOf(range(0, 130));
		const keysOf: Record<PlanSort, (item: PlanItem) => string | number> = {
			date: (item) => Date.parse(item.receivedAt),
			size: (item) => item.sizeBytes,
			sender: (item) => (item.senderName || item.senderEmail).toLowerCase(),
			subject: (item) => item.subject.toLowerCase(),
			folder: (item) => item.folderName.toLowerCase(),
		};
		for (const sort of ["date", "size", "sender", "subject", "folder"] as const)
			for (const order of ["asc", "desc"] as const) {
				const items = await allItems(made.id, sort, order, 17);
				expect(items).toHaveLength(made.count);
				expect(new Set(items.map((item) => item.id)).size).toBe(made.count);
				const found = items.map(keysOf[sort]);
				const sorted = [...found].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
				expect(found, `${sort} ${order}`).toEqual(order === "asc" ? sorted : sorted.reverse());
			}
	});

	it("returns count and bytes, and accepts only its own cursors", async () => {
		const made = await planOf(range(0, 40));
		const page = await listPlanItems(box.ctx, OWNER, made.id, { sort: "size", order: "desc", limit: 5 });
		expect(page).toMatchObject({ count: made.count, bytes: made.bytes, total: made.count });
		const cursor = page.nextCursor ?? "";
		const other = { sort: "date", order: "desc", limit: 5, cursor } as const;
		expect(await codeOf(listPlanItems(box.ctx, OWNER, made.id, other))).toBe("400 bad-cursor");
		for (const bad of ["x", Buffer.from('["size","desc","1; drop","x"]').toString("base64url")])
			expect(await codeOf(listPlanItems(box.ctx, OWNER, made.id, { ...other, sort: "size", cursor: bad }))).toBe(
				"400 bad-cursor",
			);
	});

	it("pages past the longest subjects and names, in any script", async () => {
		const few = range(0, 6);
		const original = await box.ctx.database.query<{ id: string; subject: string; sender_name: string }>(
			"select id, subject, sender_name from emails where id = any($1::uuid[])",
			[few],
		);
		const name = "update emails set subject = $2, sender_name = $3 where id = $1";
		for (const id of few) await box.ctx.database.exec(name, [id, "\u{20000}".repeat(1_000), '"'.repeat(500)]);
		const made = await planOf(few);
		expect(made.count).toBeGreaterThan(3);
		for (const sort of ["subject", "sender"] as const)
			expect(await allItems(made.id, sort, "asc", 2)).toHaveLength(made.count);
		for (const { id, subject, sender_name } of original) await box.ctx.database.exec(name, [id, subject, sender_name]);
	});

	it("is private to its owner", async () => {
		const made = await planOf(range(0, 4));
		const page = { sort: "date", order: "desc", limit: 5 } as const;
		expect(await codeOf(listPlanItems(box.ctx, "owner-2", made.id, page))).toBe("404 not-found");
		const exclusion = { ids: range(0, 4), included: false };
		expect(await codeOf(excludeFromPlan(box.ctx, "owner-2", made.id, exclusion))).toBe("404 not-found");
		expect((await listPlanItems(box.ctx, OWNER, made.id, page)).count).toBe(made.count);
	});
});

describe("taking messages out of a plan", () => {
	const extentOf = async (plan: string) => {
		const items = (await allItems(plan, "date", "desc", 500)).filter((item) => item.included);
		const folders = [...Map.groupBy(items, ({ folderId }) => folderId).values()].flatMap((own) => {
			const [first] = own;
			if (first === undefined) return [];
			return [{ accountId, id: first.folderId, role: first.folder, name: first.folderName, count: own.length }];
		});
		const inboxFirst = (role: string) => (role === "inbox" ? 0 : 1);
		folders.sort((a, b) => inboxFirst(a.role) - inboxFirst(b.role) || b.count - a.count || (a.name < b.name ? -1 : 1));
		return { count: items.length, bytes: items.reduce((sum, item) => sum + item.sizeBytes, 0), folders };
	};

	it("keeps count, bytes and folders exact, and puts them back", async () => {
		const made = await planOf(range(0, 60));
		const before = await extentOf(made.id);
		expect(before).toEqual({ count: made.count, bytes: made.bytes, folders: made.folders });
		expect(made.folders.length).toBeGreaterThan(2);
		const out = [...range(0, 20), id(100), "00000000-0000-7000-8000-000000000000"];
		const less = await excludeFromPlan(box.ctx, OWNER, made.id, { ids: out, included: false });
		expect(less.count).toBeLessThan(before.count);
		expect(less).toEqual(await extentOf(made.id));
		expect(await excludeFromPlan(box.ctx, OWNER, made.id, { ids: out, included: false })).toEqual(less);
		const none = await excludeFromPlan(box.ctx, OWNER, made.id, { ids: null, included: false });
		expect(none).toEqual({ count: 0, bytes: 0, folders: [] });
		expect(await codeOf(applyPlan(box.ctx, OWNER, made.id))).toBe("409 nothing-selected");
		expect(await excludeFromPlan(box.ctx, OWNER, made.id, { ids: null, included: true })).toEqual(before);
	});

	it("skips them when the plan is applied and undone", async () => {
		const was = await messageStates(box);
		const made = await planOf(range(0, 130));
		const out = range(10, 50);
		const { count, bytes } = await excludeFromPlan(box.ctx, OWNER, made.id, { ids: out, included: false });
		await applyPlan(box.ctx, OWNER, made.id);
		await box.ctx.jobs.drain();
		const over = present(await readOperation(box.ctx.database, OWNER, made.id));
		expect(over).toMatchObject({ state: "done", count, bytes, applied: count, bytesApplied: bytes });
		const now = await messageStates(box);
		const changed = Object.keys(was).filter((name) => JSON.stringify(was[name]) !== JSON.stringify(now[name]));
		expect(changed).toHaveLength(count);
		const excluded = new Set(out);
		for (const name of changed) expect(excluded.has(all.get(name) ?? "")).toBe(false);
		await undoOperation(box.ctx, OWNER, made.id);
		await box.ctx.jobs.drain();
		expect(await messageStates(box)).toEqual(was);
	});

	it("is permanent where a plan is narrowed", async () => {
		const made = await planOf(range(50, 70));
		const items = await allItems(made.id, "date", "desc", 50);
		const ids = items.map((item) => item.id);
		await excludeFromPlan(box.ctx, OWNER, made.id, { ids: ids.slice(0, 2), included: false });
		const remaining = items.slice(1, 6);
		const narrow = () =>
			box.ctx.database.transaction(() =>
				narrowPlan(
					box.ctx,
					{ ownerId: OWNER, operationId: made.id },
					remaining.map((item) => item.id),
				),
			);
		expect(await narrow()).toBe(made.count - 6);
		const bytes = remaining.slice(1).reduce((sum, item) => sum + item.sizeBytes, 0);
		const back = await excludeFromPlan(box.ctx, OWNER, made.id, { ids: null, included: true });
		expect(back).toEqual(await extentOf(made.id));
		expect(back).toMatchObject({ count: 4, bytes });
		expect(await narrow()).toBe(0);
		expect((await allItems(made.id, "date", "desc", 50)).map((item) => item.id)).toEqual(ids.slice(2, 6));
	});

	it("fails once the plan is applied or expired", async () => {
		const made = await planOf(range(0, 3));
		const exclusion = { ids: null, included: false };
		const page = { sort: "date", order: "desc", limit: 5 } as const;
		const later = { ...box.ctx, now: () => Date.now() + 3_700_000 };
		expect(await codeOf(excludeFromPlan(later, OWNER, made.id, exclusion))).toBe("410 plan-expired");
		expect(await codeOf(listPlanItems(later, OWNER, made.id, page))).toBe("410 plan-expired");
		await applyPlan(box.ctx, OWNER, made.id);
		await box.ctx.jobs.drain();
		expect(await codeOf(excludeFromPlan(box.ctx, OWNER, made.id, exclusion))).toBe("409 plan-applied");
		expect(await codeOf(listPlanItems(box.ctx, OWNER, made.id, page))).toBe("409 plan-applied");
	});
});

describe("the bytes reported as moved", () => {
	it("match what was moved when messages change between plan and apply", async () => {
		const made = await planOf(range(60, 90));
		const page = await listPlanItems(box.ctx, OWNER, made.id, { sort: "date", order: "asc", limit: 3 });
		const touched = page.items.map((item) => item.id);
		const reading = { action: { type: "important", value: true } as const, ids: touched, source: "inbox" };
		await applyPlan(box.ctx, OWNER, (await createPlan(box.ctx, OWNER, reading)).id);
		await applyPlan(box.ctx, OWNER, made.id);
		await box.ctx.jobs.drain();
		const over = present(await readOperation(box.ctx.database, OWNER, made.id));
		const missed = page.items.reduce((sum, item) => sum + item.sizeBytes, 0);
		expect(over).toMatchObject({ count: made.count, applied: made.count - 3, skipped: 3, bytes: made.bytes });
		expect(over.bytesApplied).toBe(made.bytes - missed);
	});

	it("changes exactly the previewed messages while mail arrives", async () => {
		const archived = () =>
			box.ctx.database.query<{ id: string }>("select id from emails where owner_id = $1 and folder_role = 'archive'", [
				OWNER,
			]);
		const before = await archived();
		const request = { action: { type: "archive" } as const, query: "in:inbox", source: "inbox" };
		const made = await createPlan(box.ctx, OWNER, request);
		const previewed = (await allItems(made.id, "date", "desc", 500)).map((item) => item.id);
		expect(previewed).toHaveLength(made.count);
		// Some arrive before it is applied, some while it is.
		await importGenerated(box, { count: 8, start: 1000 }, OWNER, accountId);
		await Promise.all([
			applyPlan(box.ctx, OWNER, made.id),
			importGenerated(box, { count: 8, start: 2000 }, OWNER, accountId),
		]);
		await box.ctx.jobs.drain();
		const arrived = await box.ctx.database.query<{ id: string; folder_role: string }>(
			"select id, folder_role from emails where owner_id = $1 and message_id ~ '^made-[12]\\d{3}@'",
			[OWNER],
		);
		expect(arrived.filter((row) => row.folder_role === "inbox")).toHaveLength(10);
		const own = new Set([...before, ...arrived].map((row) => row.id));
		const touched = (await archived()).map((row) => row.id).filter((one) => !own.has(one));
		expect(new Set(touched)).toEqual(new Set(previewed));
	});
});
