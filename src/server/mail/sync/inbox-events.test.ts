import { beforeAll, expect, it } from "vitest";
import { newId } from "#shared/ids.ts";
import { AppError } from "../../errors.ts";
import { memoryFixture } from "./test-context.ts";
import { type MemoryMail, memoryMail } from "./testing.ts";

const fixture = memoryFixture();
const { query, fill, sync, countsAgree } = fixture;

// Events without subscribers are not stored.
beforeAll(async () => {
	await query("insert into stream_subscriptions (subscriber, stream) values ('test', 'mail.received')", []);
});

/** Numbers of the messages published as new that are still there. */
async function arrived(): Promise<string[]> {
	const rows = await query<{ name: string }>(
		`select message_id || ' ' || e.folder_id as name from stream_events s
		cross join lateral jsonb_array_elements_text(s.payload->'emailIds') as p (id)
		join emails e on e.id = p.id::uuid and e.account_id = (s.payload->>'accountId')::uuid
		where s.stream = 'mail.received' and s.payload->>'accountId' = $1::text order by 1`,
		[fixture.account],
	);
	const [pending] = await query<{ n: number }>("select count(*)::int as n from inbox_events where account_id = $1", [
		fixture.account,
	]);
	expect(pending?.n).toBe(0);
	return rows.map(({ name }) => name.replace("@example.org", ""));
}

/** A message that was just received. */
const newMail = (n: number, more: Partial<MemoryMail> = {}) => memoryMail(n, { receivedAt: Date.now(), ...more });

it("records what arrives after the mailbox was listed, not what was there before", async () => {
	fill(9);
	fixture.server.pageSize = 2;
	await sync();
	expect(await arrived()).toEqual([]);
	fixture.server.deliver(newMail(20));
	fixture.server.deliver(newMail(21, { folderId: "work" }));
	await sync();
	expect(await arrived()).toEqual(["20 inbox", "21 work"]);
	// Seen again, they are no longer new.
	await sync();
	expect(await arrived()).toHaveLength(2);
	await countsAgree();
});

it("does not treat the rest of an interrupted first listing as new mail", async () => {
	fill(12);
	fixture.server.pageSize = 3;
	const id = newId();
	for (const job of [id, id, newId()]) {
		const stop = new AbortController();
		let pages = 0;
		fixture.server.onCall = (call) => {
			if (call === "list" && ++pages > 2) stop.abort(new AppError(503, "stopping", "The server stops"));
		};
		await sync({ id: job, stop }).catch(() => undefined);
	}
	fixture.server.onCall = () => undefined;
	await sync();
	expect(await arrived()).toEqual([]);
	fixture.server.deliver(newMail(20));
	await sync();
	expect(await arrived()).toEqual(["20 inbox"]);
});

it("keeps recording new mail after an interrupted listing of changes", async () => {
	fill(3);
	await sync();
	fixture.server.pageSize = 1;
	for (const n of [20, 21, 22]) fixture.server.deliver(newMail(n));
	const stop = new AbortController();
	let pages = 0;
	fixture.server.onCall = (call) => {
		if (call === "list" && ++pages > 1) stop.abort(new AppError(503, "stopping", "The server stops"));
	};
	await sync({ stop }).catch(() => undefined);
	fixture.server.onCall = () => undefined;
	await sync();
	expect(await arrived()).toEqual(["20 inbox", "21 inbox", "22 inbox"]);
});

it("does not treat mail as new that was moved, has new ids, or is gone again", async () => {
	fill(6);
	await sync();
	const [first = "", second = ""] = [...fixture.server.messages.keys()];
	fixture.server.move(first, "archive");
	await sync();
	expect(await arrived()).toEqual([]);
	fixture.server.reset();
	await sync();
	expect(await arrived()).toEqual([]);
	const id = fixture.server.deliver(newMail(20));
	await sync();
	expect(await arrived()).toEqual(["20 inbox"]);
	fixture.server.remove(id);
	fixture.server.remove(second);
	await sync();
	expect(await arrived()).toEqual([]);
});

it("does not treat old mail that is copied into the mailbox as new", async () => {
	fill(3);
	await sync();
	fixture.server.deliver(memoryMail(20));
	fixture.server.deliver(newMail(21));
	await sync();
	expect(await arrived()).toEqual(["21 inbox"]);
});
