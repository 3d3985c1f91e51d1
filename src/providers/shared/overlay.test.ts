import { expect, test } from "vitest";
import { memoryState } from "#providers/memory-environment.ts";
import type { RemoteMessage } from "#server/mail/provider/provider.ts";
import { createOverlay } from "./overlay.ts";
import { createFolder, discardFolders, listCreated } from "./overlay-folders.ts";

const message = (id: string): RemoteMessage => ({
	id,
	folderId: "inbox",
	flags: { read: false, starred: false, important: false, answered: false },
	labels: ["Work"],
});

test("applies changes to the messages and lists them in order", async () => {
	const overlay = createOverlay(memoryState());
	await overlay.setFlags(["a", "b"], { read: true });
	await overlay.setLabels(["a"], { add: ["Home"], remove: ["Work"] });
	await overlay.move(["b"], "trash");
	await overlay.destroy(["c"]);
	const [a, b, ...rest] = await overlay.apply(["a", "b", "c"].map(message));
	expect(a).toMatchObject({ folderId: "inbox", flags: { read: true, starred: false }, labels: ["Home"] });
	expect(b).toMatchObject({ folderId: "trash", flags: { read: true }, labels: ["Work"] });
	expect(rest).toEqual([]);
	const changes = await overlay.changesSince(0, 100);
	expect(changes).toEqual({ changed: ["a", "b"], removed: ["c"], seq: 5, more: false });
	expect(await overlay.changesSince(5, 100)).toEqual({ changed: [], removed: [], seq: 5, more: false });
});

test("repeating a change has no effect, and destroyed messages are reported as missing", async () => {
	const state = memoryState();
	const overlay = createOverlay(state);
	await overlay.setFlags(["a"], { starred: true, read: undefined });
	await overlay.setLabels(["a"], { add: ["Home"] });
	await overlay.move(["a"], "archive");
	const { puts } = state.inspect();
	await overlay.setFlags(["a", "a"], { starred: true });
	await overlay.setLabels(["a"], { add: ["Home"] });
	await overlay.move(["a"], "archive");
	expect(state.inspect().puts).toBe(puts);
	expect((await overlay.destroy(["a"])).missing).toEqual([]);
	expect((await overlay.destroy(["a"])).missing).toEqual(["a"]);
	expect((await overlay.setFlags(["a", "b"], { read: true })).missing).toEqual(["a"]);
});

test("a label removed and added again is present", async () => {
	const overlay = createOverlay(memoryState());
	await overlay.setLabels(["a"], { remove: ["Work"] });
	await overlay.setLabels(["a"], { add: ["Work"] });
	expect((await overlay.apply([message("a")]))[0]?.labels).toEqual(["Work"]);
});

test("changes 100,000 messages in batches, pages through the log, and survives a restart", async () => {
	const state = memoryState();
	const ids = Array.from({ length: 100_000 }, (_, index) => `m${index}`);
	await createOverlay(state).setFlags(ids, { read: true });
	expect(state.inspect().puts).toBe(100);
	const overlay = createOverlay(state);
	const seen: string[] = [];
	for (let seq = 0, more = true; more; ) {
		const page = await overlay.changesSince(seq, 7_777);
		expect(page.changed.length).toBeLessThanOrEqual(7_777);
		seen.push(...page.changed);
		({ seq, more } = page);
	}
	expect(seen).toEqual(ids);
});

test("two concurrent changes both count", async () => {
	const state = memoryState();
	const [one, two] = [createOverlay(state), createOverlay(state)];
	await Promise.all([one.setFlags(["a", "b"], { read: true }), two.move(["b", "c"], "spam")]);
	const page = await one.changesSince(0, 10);
	expect(new Set(page.changed)).toEqual(new Set(["a", "b", "c"]));
	expect(await one.head()).toBe(4);
});

test.each([2, 3, 7])("lists and discards folders, %i at a time", async (batch) => {
	const state = memoryState();
	const names = ["Bills", "Friends", "Home", "Letters", "News", "Trips", "Work"];
	for (const name of names) await createFolder(state, name);
	expect((await listCreated(state, batch)).map(({ name }) => name)).toEqual(names);
	await discardFolders(state, batch);
	expect(await listCreated(state)).toEqual([]);
});

test("reset restores everything and reports it as changed", async () => {
	const overlay = createOverlay(memoryState());
	await overlay.destroy(["a"]);
	await overlay.move(["b"], "trash");
	const folder = await overlay.createFolder(" Trips / 2026 ");
	expect(folder).toEqual({ id: "custom/trips/2026", name: "Trips/2026", role: "custom" });
	expect(await overlay.createFolder("trips/2026")).toEqual(folder);
	const seq = await overlay.head();
	await overlay.reset();
	expect((await overlay.changesSince(seq, 10)).changed).toEqual(["a", "b"]);
	expect(await overlay.apply([message("a"), message("b")])).toEqual([message("a"), message("b")]);
	expect(await overlay.folders()).toEqual([]);
});
