import { expect, it, vi } from "vitest";
import { createLogger } from "../../log.ts";
import { startWorkers, type Workers } from "./workers.ts";

const log = createLogger({ logLevel: "silent" });

interface Waiting {
	owner_id: string;
	id: string;
}

/** An in-memory queue whose jobs finish when the test says so. */
function line(count: number, jobs: Waiting[]) {
	const waiting = [...jobs];
	const running = new Map<string, () => void>();
	const ran: string[] = [];
	const workers: Workers = startWorkers<Waiting>({
		count,
		log,
		async claim(busy) {
			const index = waiting.findIndex(({ owner_id }) => !busy.includes(owner_id));
			return index < 0 ? null : (waiting.splice(index, 1)[0] ?? null);
		},
		async run({ id }) {
			ran.push(id);
			await new Promise<void>((resolve) => running.set(id, resolve));
			running.delete(id);
			if (id === "fails") throw new Error("the lease could not be given back");
		},
	});
	return { workers, running, ran, waiting, end: (id: string) => running.get(id)?.() };
}

it("keeps working after a failed job or a database error, and on stop waits for running jobs", async () => {
	const jobs = ["fails", "last"];
	let answers = 0;
	let isOver = false;
	const workers = startWorkers({
		count: 1,
		log,
		async claim() {
			if (answers++ === 0) throw new Error("the database went away");
			const id = jobs.shift();
			return id === undefined ? null : { owner_id: "ann", id };
		},
		async run({ id }) {
			if (id === "fails") throw new Error("the lease could not be given back");
			await new Promise((resolve) => setTimeout(resolve, 50));
			isOver = true;
		},
	});
	await vi.waitFor(() => {
		workers.wake();
		expect(jobs).toEqual([]);
	}, 10_000);
	await workers.stop();
	expect(isOver).toBe(true);
});

it("fills all slots on a single wake-up, and refills each one when it is free", async () => {
	const jobs = ["a", "b", "c", "d"].map((id) => ({ owner_id: id, id }));
	const { workers, running, ran, end } = line(3, jobs);
	workers.wake();
	await vi.waitFor(() => expect([...running.keys()]).toEqual(["a", "b", "c"]), 10_000);
	end("b");
	await vi.waitFor(() => expect(ran).toEqual(["a", "b", "c", "d"]), 10_000);
	for (const id of ["a", "c", "d"]) end(id);
	await workers.stop();
});

it("reserves a slot for other users when one user has many jobs", async () => {
	const many = Array.from({ length: 20 }, (_, i) => ({ owner_id: "ann", id: `ann ${i}` }));
	const { workers, running, waiting, end } = line(4, many);
	workers.wake();
	await vi.waitFor(() => expect(running.size).toBe(3), 10_000);
	waiting.push({ owner_id: "bob", id: "bob" });
	workers.wake();
	await vi.waitFor(() => expect([...running.keys()]).toContain("bob"), 10_000);
	end("ann 0");
	await vi.waitFor(() => expect([...running.keys()]).toContain("ann 3"), 10_000);
	waiting.length = 0;
	for (const id of running.keys()) end(id);
	await workers.stop();
});
