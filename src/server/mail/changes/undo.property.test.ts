import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Action, action } from "#shared/contracts/plans.ts";
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
import { createPlan } from "./plan.ts";
import { applyPlan } from "./start.ts";
import { undoOperation } from "./undo.ts";

const MESSAGES = 24;
let box: TestMailbox;
let accountId: string;
let removeInstall: () => Promise<void>;

beforeAll(async () => {
	const install = await testInstall();
	removeInstall = install.remove;
	box = await openMailbox(install);
	accountId = await importGenerated(box, { count: MESSAGES });
});

afterAll(async () => {
	await box.close();
	await removeInstall();
});

const labels = fc.uniqueArray(fc.constantFrom("Work", "Travel", "New", "Ärger \" 'x'"), { maxLength: 3 });

const anyAction: fc.Arbitrary<Action> = fc.oneof(
	fc.constantFrom<Action["type"]>("archive", "trash", "spam", "restore").map((type) => action.parse({ type })),
	fc
		.record({ type: fc.constantFrom("mark_read", "star", "important"), value: fc.boolean() })
		.map((given) => action.parse(given)),
	fc.record({ add: labels, remove: labels }).map((given) => action.parse({ type: "label", ...given })),
	fc.constantFrom("inbox", "sent", "archive").map((folderId): Action => ({ type: "move", folderId })),
);

const anyChoice = fc.uniqueArray(fc.nat(MESSAGES - 1), { minLength: 1, maxLength: MESSAGES });

it("restores every folder, flag and label when random changes are undone in reverse", async () => {
	const before = await messageStates(box);
	const ids = [...(await idsOf(box)).entries()].sort().map(([, id]) => id);
	const steps = fc.array(fc.tuple(anyAction, anyChoice), { minLength: 1, maxLength: 6 });
	await fc.assert(
		fc.asyncProperty(steps, async (chosen) => {
			const made: string[] = [];
			for (const [kind, numbers] of chosen) {
				const id = await planned(
					kind,
					numbers.map((n) => ids[n] ?? ""),
				);
				if (id === null) continue;
				await applyPlan(box.ctx, OWNER, id);
				made.push(id);
			}
			for (const id of made.reverse()) {
				const { operation } = await undoOperation(box.ctx, OWNER, id);
				expect(operation.skipped).toBe(0);
			}
			expect(await messageStates(box)).toEqual(before);
		}),
		{ numRuns: 25 },
	);
	await box.ctx.jobs.drain();
	expect(await messageStates(box)).toEqual(before);
	expect(await providerStates(box, accountId)).toEqual(before);
	const { saved, counted } = await folderCounts(box);
	expect(saved).toEqual(counted);
});

/** Null when the action would change none of them. */
async function planned(kind: Action, chosen: string[]): Promise<string | null> {
	try {
		return (await createPlan(box.ctx, OWNER, { action: kind, ids: chosen, source: "inbox" })).id;
	} catch (cause) {
		if (cause instanceof AppError && cause.code === "nothing-selected") return null;
		throw cause;
	}
}
