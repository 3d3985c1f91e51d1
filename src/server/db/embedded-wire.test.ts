import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { PieceReader } from "./embedded-wire.ts";

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
	database = await testDatabase();
});
afterAll(() => database.remove());

describe("concurrent connections to the embedded database", () => {
	it("get the results of their own queries, of any size", async () => {
		const runQuery = async (n: number): Promise<void> => {
			const long = String(n).repeat(20_000 + n * 1000);
			// Statements with different shapes, so that a mix-up is detected.
			const columns = Array.from({ length: 1 + (n % 5) }, (_, i) => `$${i + 1}::text as c${i}`).join(", ");
			const values = Array.from({ length: 1 + (n % 5) }, (_, i) => `${i} ${long}`);
			const row = await database.one<Record<string, string>>(`select ${columns}`, values);
			expect(Object.values(row ?? {})).toEqual(values);
		};
		for (let round = 0; round < 5; round++) await Promise.all(Array.from({ length: 60 }, (_, n) => runQuery(n)));
	});

	it("wait for an open transaction, and see nothing of its rolled-back changes", async () => {
		const [{ n: before } = { n: 0 }] = await database.query<{ n: number }>(
			"select count(*)::int as n from uploads",
			[],
		);
		const others: Promise<{ n: number }[]>[] = [];
		const undone = database.transaction(async () => {
			await database.exec(
				"insert into uploads (owner_id, id, filename, size_bytes) values ('o', gen_random_uuid(), $1, 1)",
				["f".repeat(200_000)],
			);
			for (let i = 0; i < 3; i++)
				others.push(database.pool.query("select count(*)::int as n from uploads").then((r) => r.rows));
			await new Promise((resolve) => setTimeout(resolve, 50));
			throw new Error("taken back");
		});
		await expect(undone).rejects.toThrow("taken back");
		for (const other of others) expect(await other).toEqual([{ n: before }]);
	});

	it("are not blocked by errors of others, or by one that disconnects in a transaction", async () => {
		await Promise.all([
			expect(database.query("select 1 / $1::int as x", [0])).rejects.toThrow("division by zero"),
			expect(database.query("select nonsense", [])).rejects.toThrow("does not exist"),
			expect(database.query("select $1::int as n", [7])).resolves.toEqual([{ n: 7 }]),
		]);
		const client = await database.pool.connect();
		await client.query("begin");
		await client.query("select 1");
		client.release(new Error("cut the connection"));
		expect(await database.query("select $1::int as n", [8])).toEqual([{ n: 8 }]);
	});
});

describe("PieceReader", () => {
	const message = (type: string, body: Buffer): Buffer => {
		const head = Buffer.alloc(5);
		head.write(type);
		head.writeInt32BE(body.length + 4, 1);
		return Buffer.concat([head, body]);
	};

	it("splits at Sync and Query only, whatever the network chunks", () => {
		const body = fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes));
		const one = fc.tuple(fc.constantFrom("P", "B", "E", "S", "Q", "H"), body);
		fc.assert(
			fc.property(fc.array(one, { maxLength: 12 }), fc.array(fc.nat({ max: 30 })), (list, cuts) => {
				const startup = Buffer.from([0, 0, 0, 9, 0, 3, 0, 0, 0]);
				const stream = Buffer.concat([startup, ...list.map(([type, bytes]) => message(type, bytes))]);
				const expected: Buffer[] = [startup];
				let piece: Buffer[] = [];
				for (const [type, bytes] of list) {
					piece.push(message(type, bytes));
					if (type !== "S" && type !== "Q") continue;
					expected.push(Buffer.concat(piece));
					piece = [];
				}
				const reader = new PieceReader();
				const found: Buffer[] = [];
				let at = 0;
				for (const cut of [...cuts, stream.length]) {
					found.push(
						...reader.read(stream.subarray(at, Math.min(stream.length, at + cut))).map((one) => Buffer.from(one)),
					);
					at = Math.min(stream.length, at + cut);
				}
				expect(found).toEqual(expected);
			}),
		);
	});
});
