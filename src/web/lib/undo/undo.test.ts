import { QueryClient } from "@tanstack/react-query";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError, api } from "../api/api.ts";
import { progressOf } from "../jobs/job-action.ts";
import { accountsQuery } from "../mailbox/accounts.ts";
import { offerUndo, undoChange } from "./undo.ts";
import { undoLast } from "./undo-last.ts";

/** What the user sees: toasts in order, with what their Undo does. */
const shown = vi.hoisted(
	() =>
		[] as {
			id?: string;
			title: string;
			description?: string;
			isUndoAll?: boolean;
			undo?: () => Promise<void>;
			onClosed?: () => void;
		}[],
);
const dismissed = vi.hoisted(() => [] as string[]);
vi.mock("#web/ui/toast/toast.ts", () => ({
	toast: (one: (typeof shown)[number]) => shown.push(one),
	dismissToast: (id: string) => dismissed.push(id),
}));
vi.mock("../jobs/jobs.ts", () => ({
	jobDone: async () => ({ result: null }),
	jobOver: async () => undefined,
	isOver: () => true,
}));

const WORK = "0190f5a0-0000-7000-8000-000000000001";

let client: QueryClient;
/** Ids of the operations that the server was asked to undo. */
let undone: string[];
let broken: Set<string>;
/** How the server answers the undo of operations. */
const answers = new Map<string, object>();
beforeEach(() => {
	client = new QueryClient();
	client.setQueryData(accountsQuery.queryKey, [{ id: WORK, name: "work" }] as never);
	shown.length = 0;
	dismissed.length = 0;
	undone = [];
	broken = new Set();
	answers.clear();
	vi.spyOn(api, "undoOperation").mockImplementation((async ({ params }: { params: { id: string } }) => {
		if (broken.has(params.id)) throw new Error("This change can't be undone.");
		undone.push(params.id);
		return { job: { id: params.id }, operation: { ...archived, ...answers.get(params.id), id: params.id } };
	}) as unknown as typeof api.undoOperation);
});

const archived = {
	title: "Redone: archived 3 emails",
	action: { type: "archive" },
	accountId: WORK,
	count: 1,
	applied: 1,
	skipped: 0,
	failed: 0,
};
const anywhere = { account: undefined, refresh: async () => undefined };
const titles = (): string[] => shown.map(({ title }) => title);

describe("undo", () => {
	it("undoes the operations of a change from the last to the first, once it has been requested", async () => {
		const { promise, resolve } = Promise.withResolvers<string[]>();
		const undoing = undoChange(client, { operations: promise });
		expect(undone).toEqual([]);
		resolve(["move", "flag"]);
		expect(await undoing).toBe(true);
		expect(undone).toEqual(["flag", "move"]);
		expect(titles()).toEqual(["Brought back 2 emails in work"]);
	});

	it("shows the previous state at once, and refreshes when it failed", async () => {
		broken.add("move");
		const calls: string[] = [];
		const change = {
			operations: ["move", "flag"],
			preview: () => {
				calls.push("preview");
				return (isUndone: boolean) => calls.push(`end of preview, undone: ${isUndone}`);
			},
			restore: async () => calls.push("restore"),
			onUndone: () => calls.push("undone"),
			refresh: async () => void calls.push("refresh"),
		};
		expect(await undoChange(client, change)).toBe(false);
		expect(undone).toEqual(["flag"]);
		expect(calls).toEqual(["preview", "end of preview, undone: false", "refresh"]);
		expect(shown.at(-1)).toMatchObject({ title: "Couldn't undo", description: "This change can't be undone." });
	});

	it("names what came back, and counts what did not", async () => {
		answers.set("archive", { count: 5, skipped: 2 });
		answers.set("star", { action: { type: "star", value: true }, title: "Undone: starred 1 email" });
		await undoChange(client, { operations: ["archive"] });
		await undoChange(client, { operations: ["star"] });
		await undoChange(client, { operations: ["archive"] }, { isRedo: true });
		expect(shown.map(({ title, description }) => [title, description])).toEqual([
			["Brought back 3 emails in work", "2 others have changed since."],
			["Undone: starred 1 email in work", undefined],
			["Redone: archived 3 emails in work", "2 others have changed since."],
		]);
	});

	it("fails where all emails have changed since, and the rows go again", async () => {
		answers.set("archive", { count: 2, skipped: 2 });
		const ends: boolean[] = [];
		const preview = () => (isRestored: boolean) => void ends.push(isRestored);
		expect(await undoChange(client, { operations: ["archive"], preview })).toBe(false);
		expect(ends).toEqual([false]);
		expect(shown[0]).toMatchObject({ title: "Couldn't undo", description: "These emails have changed since." });
	});

	it("says what came back of several changes where others have changed since", async () => {
		answers.set("second", { count: 1, skipped: 1 });
		const merge = { kind: "archive", count: 1, words: (all: number) => ({ title: `${all} archived` }) };
		for (const id of ["first", "second"]) offerUndo(client, { operations: [id] }, { title: "Archived", merge });
		await shown.at(-1)?.undo?.();
		expect(shown.slice(2).map(({ title, description }) => [title, description])).toEqual([
			["1 archived", undefined],
			["Brought back 1 email in work", "1 other has changed since."],
		]);
	});

	it("is still for the same change when the server could not be reached", async () => {
		for (const id of ["first", "second"]) offerUndo(client, { operations: [id] }, { title: "Email archived" });
		const problem = { type: "about:blank", title: "Couldn't reach the server", status: 0, code: "unreachable" };
		vi.mocked(api.undoOperation).mockRejectedValueOnce(new ApiError(problem));
		await undoLast(client, anywhere);
		expect(undone).toEqual([]);
		await undoLast(client, anywhere);
		await undoLast(client, anywhere);
		expect(undone).toEqual(["second", "first"]);
	});

	it("is offered in a toast, which goes away when the change is undone elsewhere", async () => {
		offerUndo(client, { operations: ["archive"] }, { title: "Email archived" });
		expect(shown[0]).toMatchObject({ id: "archive", title: "Email archived" });
		await undoLast(client, anywhere);
		expect(undone).toEqual(["archive"]);
		expect(dismissed).toEqual(["archive"]);
	});

	it("is offered once for changes of the same kind, and undoes all of them", async () => {
		const archive = (id: string, count: number) =>
			offerUndo(
				client,
				{ operations: [id] },
				{ title: "Archived", merge: { kind: "archive", count, words: (all) => ({ title: `${all} archived` }) } },
			);
		archive("first", 2);
		archive("second", 3);
		expect(shown.map(({ id, title, isUndoAll }) => [id, title, isUndoAll])).toEqual([
			["first", "2 archived", false],
			["first", "5 archived", true],
		]);
		// One of them is undone elsewhere.
		await undoLast(client, anywhere);
		expect(undone).toEqual(["second"]);
		expect(shown.filter(({ id }) => id === "first").at(-1)).toMatchObject({ title: "2 archived", isUndoAll: false });
		archive("third", 1);
		await shown
			.filter(({ id }) => id === "first")
			.at(-1)
			?.undo?.();
		expect(undone).toEqual(["second", "third", "first"]);
		expect(dismissed).toEqual(["first"]);
	});

	it("is offered separately once the toast has gone", () => {
		const merge = { kind: "star", count: 1, words: (count: number) => ({ title: `${count} starred` }) };
		offerUndo(client, { operations: ["one"] }, { title: "Starred", merge });
		shown[0]?.onClosed?.();
		offerUndo(client, { operations: ["two"] }, { title: "Starred", merge });
		expect(shown.map(({ id, title }) => [id, title])).toEqual([
			["one", "1 starred"],
			["two", "1 starred"],
		]);
	});

	it("shows the previous state of several changes at once", async () => {
		const shownAgain: string[] = [];
		const merge = { kind: "archive", count: 1, words: (all: number) => ({ title: `${all} archived` }) };
		for (const id of ["first", "second"]) {
			const preview = () => {
				shownAgain.push(id);
				return () => undefined;
			};
			offerUndo(client, { operations: [id], preview }, { title: "Archived", merge });
		}
		const undoing = shown.at(-1)?.undo?.();
		expect(shownAgain).toEqual(["second", "first"]);
		await undoing;
		expect(undone).toEqual(["second", "first"]);
		expect(titles().filter((title) => title === "Brought back 2 emails in work")).toHaveLength(1);
	});
});

describe("progress of several jobs", () => {
	it("is their sum, without a total as long as one does not know its own", () => {
		expect(progressOf([])).toEqual({ done: 0, total: 0 });
		expect(
			progressOf([
				{ done: 2, total: 5 },
				{ done: 1, total: 10 },
			]),
		).toEqual({ done: 3, total: 15 });
		expect(
			progressOf([
				{ done: 2, total: 5 },
				{ done: 1, total: null },
			]),
		).toEqual({ done: 3, total: null });
	});
});
