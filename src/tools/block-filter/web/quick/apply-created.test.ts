import { beforeEach, expect, test, vi } from "vitest";
import { api } from "#web/lib/api.ts";
import { filters } from "../api.ts";
import { applyCreated } from "./apply-created.ts";

/** Ends the job of the change. */
let end: (job: { error: string | null }) => void;
vi.mock("#web/lib/jobs.ts", () => ({
	jobOver: () =>
		new Promise((resolve) => {
			end = resolve;
		}),
}));

const operation = { id: "change", canUndo: true, applied: 3, failed: 0, skipped: 0 };
beforeEach(() => {
	vi.restoreAllMocks();
	vi.spyOn(filters, "applyFilters").mockResolvedValue({ items: [{ job: { id: "job" }, operation }] } as never);
	vi.spyOn(api, "getOperation").mockResolvedValue(operation as never);
});
const planned = (items: { plan: { id: string } | null; reason: string | null }[]) =>
	vi.spyOn(filters, "planFilters").mockResolvedValue({ items } as never);

test("counts what was changed once the job has ended", async () => {
	planned([{ plan: { id: "plan" }, reason: null }]);
	const applied = applyCreated("filter");
	await vi.waitFor(() => expect(filters.applyFilters).toHaveBeenCalled());
	await vi.waitFor(() => end({ error: null }));
	expect(await applied).toEqual({ operations: ["change"], changed: 3, problem: null });
});

test("says why a mailbox refused, and what could not be changed", async () => {
	planned([{ plan: null, reason: "This mailbox has no labels." }]);
	expect(await applyCreated("filter")).toEqual({
		operations: [],
		changed: 0,
		problem: "This mailbox has no labels.",
	});
	planned([{ plan: { id: "plan" }, reason: null }]);
	vi.spyOn(api, "getOperation").mockResolvedValue({ ...operation, applied: 1, failed: 2 } as never);
	const applied = applyCreated("filter");
	await vi.waitFor(() => expect(filters.applyFilters).toHaveBeenCalled());
	await vi.waitFor(() => end({ error: "The server refused." }));
	expect(await applied).toMatchObject({ changed: 1, problem: "2 couldn't be changed: The server refused." });
});

test("a failure after the filter was created is reported, not thrown", async () => {
	vi.spyOn(filters, "planFilters").mockRejectedValue(new Error("The server can't be reached."));
	expect(await applyCreated("filter")).toMatchObject({ changed: 0, problem: "The server can't be reached." });
});
