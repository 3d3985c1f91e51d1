import { beforeEach, expect, test, vi } from "vitest";
import { filters } from "../base/api.ts";
import { applyCreated } from "./apply-created.ts";

/** How the job of the plan and the change ends. */
let over: { state: string; error: string | null };
vi.mock("#web/lib/jobs/jobs.ts", () => ({ jobOver: async () => over }));

beforeEach(() => {
	vi.restoreAllMocks();
	over = { state: "done", error: null };
	vi.spyOn(filters, "planFilters").mockResolvedValue({ job: { id: "plans" } } as never);
});
const operation = { state: "done", applied: 3, failed: 0, skipped: 0, canUndo: true, error: null };
const listed = (...items: object[]) =>
	vi.spyOn(filters, "listFilterPlans").mockResolvedValue({ items, nextCursor: null } as never);

test("counts what was changed once the job has ended", async () => {
	listed({ accountId: "work", plan: { id: "change" }, reason: null, operation });
	expect(await applyCreated("filter")).toEqual({
		operations: ["change"],
		mailboxes: ["work"],
		changed: 3,
		problem: null,
	});
	expect(filters.planFilters).toHaveBeenCalledWith({ body: { ids: ["filter"], apply: true } });
});

test("says why a mailbox refused, and what could not be changed", async () => {
	const refused = { plan: null, reason: "This mailbox has no labels.", operation: null };
	listed(refused, { accountId: "work", plan: { id: "change" }, reason: null, operation });
	expect(await applyCreated("filter")).toEqual({
		operations: ["change"],
		mailboxes: ["work"],
		changed: 3,
		problem: "This mailbox has no labels.",
	});
	const partly = { ...operation, applied: 1, failed: 2, error: "The server refused." };
	listed({ plan: { id: "change" }, reason: null, operation: partly });
	expect(await applyCreated("filter")).toMatchObject({
		changed: 1,
		problem: "2 couldn't be changed: The server refused.",
	});
});

test("a failure after the filter was created is reported, not thrown, with what was changed before it", async () => {
	over = { state: "failed", error: "This plan has expired." };
	listed({ accountId: "work", plan: { id: "change" }, reason: null, operation });
	expect(await applyCreated("filter")).toEqual({
		operations: ["change"],
		mailboxes: ["work"],
		changed: 3,
		problem: "This plan has expired.",
	});
	vi.spyOn(filters, "planFilters").mockRejectedValue(new Error("The server can't be reached."));
	expect(await applyCreated("filter")).toMatchObject({ changed: 0, problem: "The server can't be reached." });
});
