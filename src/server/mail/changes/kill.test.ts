import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestInstall } from "#test/database.ts";
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
import { programArguments } from "#test/programs.ts";
import { sized } from "#test/soak.ts";
import { present, readOperation } from "./operations.ts";
import { createPlan } from "./plan.ts";
import { applyPlan } from "./start.ts";
import { undoOperation } from "./undo.ts";

const MESSAGES = 1_500;

let install: TestInstall;
let accountId: string;
let before: Record<string, unknown>;

/** Opens the mailbox (running jobs only when not idle) and closes it afterwards. */
async function inside<T>(isIdle: boolean, work: (box: TestMailbox) => Promise<T>): Promise<T> {
	const box = await openMailbox(install, { isIdle });
	try {
		return await work(box);
	} finally {
		await box.close();
	}
}

beforeAll(async () => {
	install = await testInstall();
	await inside(false, async (box) => {
		accountId = await importGenerated(box, { count: MESSAGES });
		before = await messageStates(box);
	});
});

afterAll(() => install.remove());

/** Runs the jobs in a child process and kills it after a while, like a power cut. */
async function runAndKill(ms: number): Promise<void> {
	const args = [...(await programArguments("jobs")), install.dataDir, install.databaseUrl ?? ""];
	const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
	await once(child.stdout, "data");
	await new Promise((resolve) => setTimeout(resolve, ms));
	child.kill("SIGKILL");
	await once(child, "exit");
}

/** Delays that hit before the start, in the middle, and after the end. */
const moments = (): number[] => Array.from({ length: sized(2, 35) }, () => Math.round(30 + Math.random() * 400));

it(
	"ends the same when killed repeatedly, and so does its undo",
	async () => {
		const id = await inside(true, async (box) => {
			const ids = [...(await idsOf(box)).values()];
			const plan = await createPlan(box.ctx, OWNER, { action: { type: "trash" }, ids, source: "inbox" });
			await applyPlan(box.ctx, OWNER, plan.id);
			return plan.id;
		});
		for (const ms of moments()) await runAndKill(ms);
		const undoId = await inside(false, async (box) => {
			await box.ctx.jobs.drain();
			const trashed = await inTrash(box);
			const operation = present(await readOperation(box.ctx.database, OWNER, id));
			expect(operation).toMatchObject({ state: "done", applied: operation.count, skipped: 0, failed: 0 });
			expect(trashed).toBe(MESSAGES);
			expect(await providerStates(box, accountId)).toEqual(await messageStates(box));
			await expectHonestCounts(box);
			return null;
		}).then(() => inside(true, async (box) => (await undoOperation(box.ctx, OWNER, id)).operation.id));
		for (const ms of moments()) await runAndKill(ms);
		await inside(false, async (box) => {
			await box.ctx.jobs.drain();
			expect(present(await readOperation(box.ctx.database, OWNER, undoId))).toMatchObject({
				state: "done",
				skipped: 0,
			});
			expect(await messageStates(box)).toEqual(before);
			expect(await providerStates(box, accountId)).toEqual(before);
			await expectHonestCounts(box);
		});
	},
	sized(180_000, 900_000),
);

async function inTrash(box: TestMailbox): Promise<number> {
	const sql = "select count(*)::int as n from emails where owner_id = $1 and folder_role = 'trash'";
	return (await box.ctx.database.one<{ n: number }>(sql, [OWNER]))?.n ?? 0;
}

async function expectHonestCounts(box: TestMailbox): Promise<void> {
	const { saved, counted } = await folderCounts(box);
	expect(saved).toEqual(counted);
}
