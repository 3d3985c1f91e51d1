import { appendFileSync, readFileSync } from "node:fs";
import { z } from "zod";
import type { WorkContext, WorkKind } from "#server/platform/work/work.ts";
import { pause } from "#shared/pause.ts";

/** Kinds of work for tests that kill processes: each item is appended to a file, as an effect outside the database. */

const item = z.object({ n: z.number(), host: z.string() });
type Item = z.infer<typeof item>;
type Kind = WorkKind<Item, number, WorkContext>;

const shared = { unit: "items", item, result: z.number(), attempts: 3, concurrency: 8 };

/** @param effects path of the file */
export function testKinds(effects: string): { repeatable: Kind; once: Kind } {
	const note = (name: string, n: number): void => appendFileSync(effects, `${name} ${n}\n`);
	return {
		repeatable: {
			...shared,
			name: "repeatable",
			key: ({ host }) => host,
			delivery: "at-least-once",
			async run(_, { item: { n }, signal }) {
				await pause(1, signal);
				note("repeatable", n);
				return n;
			},
		},
		once: {
			...shared,
			name: "once",
			key: ({ host }) => host,
			limits: { perKey: { concurrency: 2 } },
			delivery: "at-most-once",
			async run(_, { item: { n } }) {
				await pause(1);
				note("once", n);
				await pause(1);
				return n;
			},
			async reconcile(_, { item: { n } }) {
				const isDone = readFileSync(effects, "utf8").includes(`once ${n}\n`);
				return isDone ? { state: "done", result: n } : { state: "not_done" };
			},
		},
	};
}
