import { expect, test } from "vitest";
import { z } from "zod";
import { testInstall } from "#test/database.ts";
import { sized } from "#test/soak.ts";
import { openWork } from "#test/work.ts";
import type { CsvFormat, WorkContext, WorkKind } from "./work.ts";

const ITEMS = sized(10_000, 1_000_000);
/** A million items would take several times this if they were held in memory. */
const MAX_GROWTH_BYTES = 120 * 1024 * 1024;

test(
	"imports, runs and exports a large batch in constant memory",
	async () => {
		const item = z.object({ n: z.number(), text: z.string() });
		const kind: WorkKind<z.infer<typeof item>, { n: number }, WorkContext> = {
			...{ name: "large", unit: "items", item, result: z.object({ n: z.number() }), concurrency: 100, attempts: 1 },
			delivery: "at-least-once",
			run: async (_, { item: { n } }) => ({ n: n + 1 }),
		};
		const install = await testInstall();
		const opened = await openWork(install, [kind as unknown as WorkKind<unknown, unknown, WorkContext>]);
		const { work, jobs } = opened;
		const before = process.memoryUsage().heapUsed;
		let peak = 0;
		const sampling = setInterval(() => {
			peak = Math.max(peak, process.memoryUsage().heapUsed);
		}, 50);
		try {
			await jobs.start();
			const batch = await work.create(kind, { ownerId: "owner-1" });
			const key = { ownerId: "owner-1", id: batch.id };
			const text = "x".repeat(200);
			await work.append(kind, key, items(ITEMS, text), { from: 0 });
			await work.seal(key);
			await jobs.drain(1_500_000);
			expect(await work.get(key)).toMatchObject({ state: "done", total: ITEMS, done: ITEMS });
			let lines = 0;
			const format: CsvFormat = {
				headings: ["n"],
				fields: (rows) => rows.map(({ result }) => [(result as { n: number } | null)?.n ?? null]),
			};
			for await (const chunk of await work.csv(key, format)) lines += chunk.split("\r\n").length - 1;
			expect(lines).toBe(ITEMS + 1);
			expect(peak - before).toBeLessThan(MAX_GROWTH_BYTES);
		} finally {
			clearInterval(sampling);
			await opened.close();
			await install.remove();
		}
	},
	sized(120_000, 1_800_000),
);

function* items(count: number, text: string): Generator<{ n: number; text: string }> {
	for (let n = 0; n < count; n++) yield { n, text };
}
