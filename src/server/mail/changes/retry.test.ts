import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { mboxProvider } from "#providers/mbox/provider.ts";
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
import { AuthExpired, RateLimited, Unavailable, Unsupported } from "../provider/errors.ts";
import type { ChangeResult, Provider } from "../provider/provider.ts";
import { operationDetail } from "./detail.ts";
import { createPlan } from "./plan.ts";
import { applyPlan } from "./start.ts";
import { undoOperation } from "./undo.ts";

/** Results of the next moves, in order. */
let obstacles: ((ids: string[]) => ChangeResult | Error)[] = [];

/** The mbox provider, with injected failures. */
const faulty: Provider = {
	...mboxProvider,
	async open(environment) {
		const session = await mboxProvider.open(environment);
		return {
			...session,
			writer: {
				...session.writer,
				async move(ids, folderId) {
					const met = obstacles.shift()?.(ids);
					if (met instanceof Error) throw met;
					const { missing = [], refused } = met ?? {};
					const result = await session.writer.move(
						ids.filter((id) => !missing.includes(id) && !refused?.ids.includes(id)),
						folderId,
					);
					return { ...result, missing: [...result.missing, ...missing], ...(refused && { refused }) };
				},
			},
		};
	},
};

let box: TestMailbox;
let accountId: string;
let chosen: string[];
let before: Record<string, unknown>;
let removeInstall: () => Promise<void>;

beforeAll(async () => {
	const install = await testInstall();
	removeInstall = install.remove;
	box = await openMailbox(install, { provider: faulty });
	accountId = await importGenerated(box, { count: 16 });
	const all = await idsOf(box);
	chosen = [0, 1, 2].map((n) => all.get(`made-${n}@example.org`) ?? "");
	before = await messageStates(box);
});

afterAll(async () => {
	await box.close();
	await removeInstall();
});

beforeEach(() => {
	obstacles = [];
});

async function trash() {
	const { id } = await createPlan(box.ctx, OWNER, { action: { type: "trash" }, ids: chosen, source: "inbox" });
	const { job } = await applyPlan(box.ctx, OWNER, id);
	await box.ctx.jobs.drain();
	return {
		detail: await operationDetail(box.ctx.database, OWNER, { id }),
		job: await box.ctx.jobs.get(OWNER, job.id),
	};
}

it("reverts what the provider refuses, with the reason", async () => {
	obstacles = [() => new Unsupported("This mailbox is read-only.")];
	const { detail, job } = await trash();
	expect(detail).toMatchObject({ state: "failed", applied: 0, failed: 3, canUndo: false });
	expect(detail.items.map((item) => item.reason)).toEqual(Array(3).fill("This mailbox is read-only."));
	expect(job).toMatchObject({ state: "failed", error: "This mailbox is read-only." });
	expect(await messageStates(box)).toEqual(before);
	const { saved, counted } = await folderCounts(box);
	expect(saved).toEqual(counted);
});

it("asks to sign in again when the sign-in has expired", async () => {
	obstacles = [() => new AuthExpired("no")];
	const { detail, job } = await trash();
	expect(detail).toMatchObject({ state: "failed", applied: 0, failed: 3 });
	expect(job.error).toContain("sign in again");
	expect(await messageStates(box)).toEqual(before);
	const account = await box.ctx.database.one("select status from connected_accounts where id = $1", [accountId]);
	expect(account).toEqual({ status: "needs_sign_in" });
});

it("waits as long as the provider asks, then continues", async () => {
	obstacles = [() => new RateLimited(0.2), () => new RateLimited(0.1)];
	const { detail } = await trash();
	expect(detail).toMatchObject({ state: "done", applied: 3 });
	await undo(detail.id);
});

it("retries when the provider is briefly unreachable", async () => {
	obstacles = [() => new Unavailable("away")];
	const { detail } = await trash();
	expect(detail).toMatchObject({ state: "done", applied: 3 });
	expect(await providerStates(box, accountId)).toEqual(await messageStates(box));
	await undo(detail.id);
});

it("reverts the messages that the provider refused", async () => {
	const why = "What was sent stays in Sent.";
	obstacles = [(ids) => ({ missing: [], renamed: {}, refused: { ids: ids.slice(0, 1), reason: why } })];
	const { detail } = await trash();
	expect(detail).toMatchObject({ applied: 2, failed: 1 });
	expect(detail.items.map((item) => item.reason)).toContain(why);
	expect(await providerStates(box, accountId)).toEqual(await messageStates(box));
	await undo(detail.id);
	expect(await messageStates(box)).toEqual(before);
});

it("counts messages that are gone at the provider", async () => {
	obstacles = [(ids) => ({ missing: ids.slice(0, 1), renamed: {} })];
	const { detail } = await trash();
	expect(detail).toMatchObject({ state: "done", applied: 2, skipped: 1 });
	expect(detail.items[0]?.reason).toContain("no longer in the mailbox");
	await undo(detail.id);
});

async function undo(id: string): Promise<void> {
	await undoOperation(box.ctx, OWNER, id);
	await box.ctx.jobs.drain();
}
