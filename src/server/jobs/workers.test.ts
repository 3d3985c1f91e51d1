import type PgBoss from "pg-boss";
import { expect, it, vi } from "vitest";
import { createLogger } from "../log.ts";
import { startWorkers } from "./workers.ts";

const log = createLogger({ logLevel: "silent" });

it("goes on when a job or the answer to its message fails, and ends with what it has in hand", async () => {
	const waiting = ["one", "two", "three"];
	const boss = {
		fetch: async () => waiting.splice(0, 1).map((id) => ({ id: `message ${id}`, data: { id } })),
		complete: async (_: string, id: string) => {
			if (id === "message one") throw new Error("the database went away");
		},
	} as unknown as PgBoss;
	const ran: string[] = [];
	let isOver = false;
	const workers = startWorkers(boss, "count", {
		count: 1,
		log,
		async run(id) {
			ran.push(id);
			if (id === "two") throw new Error("the lease could not be given back");
			if (id === "three") await new Promise((resolve) => setTimeout(resolve, 50));
			isOver = id === "three";
		},
	});
	// A failure is followed by a rest, which a call ends.
	await vi.waitFor(() => {
		workers.wake();
		expect(ran).toEqual(["one", "two", "three"]);
	});
	await workers.stop();
	expect(isOver).toBe(true);
});
