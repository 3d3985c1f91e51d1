import { join } from "node:path";
import { expect, test } from "vitest";
import { memoryEnvironment } from "#providers/memory-environment.ts";
import { mboxProvider } from "../provider.ts";

test("no thread is started for a file that is read to its end", async () => {
	const environment = memoryEnvironment({ now: Date.UTC(2026, 5, 1) });
	environment.addFile(join(import.meta.dirname, "../../../../fixtures/mbox/takeout.mbox"));
	const session = await mboxProvider.open(environment);
	const { signal } = new AbortController();
	const { cursor, more } = await session.reader.listChanges(null, { limit: 1_000, signal });
	expect(more).toBe(false);
	let threads = 0;
	const count = (): void => void threads++;
	process.on("worker", count);
	expect(await session.reader.listChanges(cursor, { limit: 50, signal })).toMatchObject({
		messages: [],
		cursor,
		more: false,
	});
	process.off("worker", count);
	expect(threads).toBe(0);
});
