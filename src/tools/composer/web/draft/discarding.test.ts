import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, it, vi } from "vitest";
import { ApiError, api } from "#web/lib/api/api.ts";
import { offerUndo } from "#web/lib/undo/undo.ts";
import { undoLast } from "#web/lib/undo/undo-last.ts";
import type { Draft } from "../../contract.ts";
import { composer } from "../base/api.ts";
import { followSending } from "../sending/sending.ts";
import { discardWithUndo } from "./discarding.ts";

/** The newest thing that can be undone, be it a change of mail, a message that was sent or a draft that was discarded. */

const shown = vi.hoisted(() => [] as { title: string; lastsMs?: number; undo?: () => Promise<void> }[]);
vi.mock("#web/ui/toast/toast.ts", () => ({
	toast: (one: (typeof shown)[number]) => shown.push(one),
	dismissToast: () => undefined,
}));
vi.mock("#web/lib/jobs/jobs.ts", () => ({ jobDone: async () => ({ result: null }) }));

const WORK = "0190f5a0-0000-7000-8000-000000000001";
const ID = "0190f5a0-0000-7000-8000-000000000002";
const operation = { id: "archive", action: { type: "archive" }, accountId: WORK, count: 1, skipped: 0, failed: 0 };
const sent = {
	...{ id: ID, accountId: WORK, state: "scheduled", problem: null, updatedAt: new Date().toISOString() },
	sendAt: new Date(Date.now() + 10_000).toISOString(),
} as Draft;

let client: QueryClient;
let done: string[];
beforeEach(() => {
	client = new QueryClient();
	done = [];
	shown.length = 0;
	vi.restoreAllMocks();
	vi.spyOn(api, "undoOperation").mockImplementation((async () => {
		done.push("brought back the email");
		return { job: { id: "job" }, operation: { ...operation, applied: 1 } };
	}) as unknown as typeof api.undoOperation);
	vi.spyOn(composer, "reopenDraft").mockImplementation((async () => {
		done.push("took back the message");
		return { ...sent, state: "editing" };
	}) as unknown as typeof composer.reopenDraft);
	vi.spyOn(composer, "getDraft").mockImplementation((async () => sent) as unknown as typeof composer.getDraft);
	offerUndo(client, { operations: ["archive"], mailboxes: [WORK] }, { title: "Email archived" });
});

const undo = () => undoLast(client, { account: WORK, refresh: async () => undefined });
const discard = (how: { discard?: () => Promise<void>; restore?: () => Promise<void> } = {}) =>
	discardWithUndo(client, {
		...{ title: "Draft discarded", discard: async () => undefined },
		restore: async () => void done.push("restored the draft"),
		...how,
	});

it("is a message that was sent after a change of mail, and then that change", async () => {
	followSending(client, sent, { openSent: () => undefined });
	await undo();
	expect(done).toEqual(["took back the message"]);
	await undo();
	expect(done).toEqual(["took back the message", "brought back the email"]);
});

it("is still the message while the server cannot be reached, with the time that the server gives for it", async () => {
	// The clock of this device is ten minutes fast.
	const late = (ms: number) => new Date(ms - 600_000).toISOString();
	const times = { updatedAt: late(Date.now()), sendAt: late(Date.now() + 10_000) };
	followSending(client, { ...sent, ...times }, { openSent: () => undefined });
	expect(shown.at(-1)?.lastsMs).toBe(13_000);
	const unreachable = { type: "about:blank", title: "No", status: 0, detail: "No connection.", code: "unreachable" };
	vi.mocked(composer.reopenDraft).mockRejectedValueOnce(new ApiError(unreachable));
	await undo();
	expect(shown.at(-1)).toMatchObject({ title: "Couldn't undo sending", description: "No connection." });
	await undo();
	expect(done).toEqual(["took back the message"]);
});

it("is the change of mail again once the message has left", async () => {
	vi.useFakeTimers();
	followSending(client, sent, { openSent: () => undefined });
	vi.mocked(composer.getDraft).mockResolvedValue({ ...sent, state: "sent" });
	await vi.advanceTimersByTimeAsync(2_000);
	vi.useRealTimers();
	await undo();
	expect(done).toEqual(["brought back the email"]);
});

it("is a draft that is being discarded, before the server has answered", async () => {
	const answer = Promise.withResolvers<void>();
	const discarding = discard({ discard: () => answer.promise });
	const undoing = undo();
	expect(done).toEqual([]);
	answer.resolve();
	await Promise.all([discarding, undoing]);
	expect(done).toEqual(["restored the draft"]);
	// Its toast would offer it a second time.
	expect(shown.map(({ title }) => title)).toEqual(["Email archived"]);
});

it("is the change of mail where the draft could not be discarded", async () => {
	await expect(discard({ discard: () => Promise.reject(new Error("No")) })).rejects.toThrow("No");
	await undo();
	expect(done).toEqual(["brought back the email"]);
});

it("is offered again, with the reason, while it cannot be restored", async () => {
	let isOffline = true;
	await discard({
		async restore() {
			if (isOffline) throw new Error("Couldn't reach the server.");
			done.push("restored the draft");
		},
	});
	await shown.at(-1)?.undo?.();
	expect(shown.at(-1)).toMatchObject({
		title: "Couldn't restore the draft",
		description: "Couldn't reach the server.",
	});
	isOffline = false;
	await shown.at(-1)?.undo?.();
	expect(done).toEqual(["restored the draft"]);
});
