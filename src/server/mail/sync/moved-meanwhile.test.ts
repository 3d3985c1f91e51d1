import { expect, it } from "vitest";
import { newId } from "#shared/ids.ts";
import { memoryFixture } from "./test-context.ts";
import type { MemoryMail } from "./testing.ts";

/** Messages that are moved from here while the mailbox is listed, and whose new id the listing does not see. */

const fixture = memoryFixture();
const { owner, query, fill, sync, rows, countsAgree } = fixture;
/** More than one transaction removes. */
const MANY = 205;

const rowOf = async (messageId: string) => (await rows()).find((row) => row.message_id === messageId);
const lastOf = (): string => [...fixture.server.messages.keys()].at(-1) as string;

/**
 * Pushes a move to the archive after the provider was asked for its list.
 * @param requests of lists, of which the move meets the last one
 * @returns the mail, without its new id
 */
async function moveWhileListing(id: string, requests = 1): Promise<MemoryMail> {
	let awaited = requests;
	const mail = fixture.server.messages.get(id) as MemoryMail;
	const [row] = await query<{ id: string }>("select id from emails where provider_id = $1", [id]);
	fixture.server.onCall = async (call) => {
		if (call !== "list" || --awaited > 0) return;
		fixture.server.onCall = () => undefined;
		for (const other of [...fixture.server.messages.keys()]) fixture.server.remove(other);
		await query(
			`insert into operation_items (owner_id, operation_id, account_id, email_id, revision, folder_id, folder_role, is_read,
				is_starred, is_important, labels, to_folder_id, state, pushed_at)
			values ($1, $2, $3, $4, 1, 'inbox', 'inbox', false, false, false, '{}', 'archive', 'done', clock_timestamp())`,
			[owner, newId(), fixture.account, row?.id],
		);
	};
	return mail;
}

it("keeps a message whose new id one listing reports, and whose old id the next one reports as removed", async () => {
	fill(3);
	await sync();
	await sync();
	const before = await rowOf("1@example.org");
	const [old = ""] = [...fixture.server.messages.keys()];
	const id = fixture.server.copy(old, "work");
	expect(await sync()).toMatchObject({ added: 1, removed: 0 });
	fixture.server.remove(old);
	await sync();
	expect(await rows()).toHaveLength(3);
	expect(await rowOf("1@example.org")).toMatchObject({ id: before?.id, provider_id: id, folder_id: "work" });
	await countsAgree();
});

it("treats a message that was there before as a copy", async () => {
	fill(3);
	const [old = ""] = [...fixture.server.messages.keys()];
	const copy = fixture.server.copy(old, "work");
	await sync();
	const before = (await rows()).find((row) => row.provider_id === copy);
	fixture.server.remove(old);
	expect(await sync()).toMatchObject({ removed: 1 });
	expect(await rowOf("1@example.org")).toMatchObject({ id: before?.id, provider_id: copy });
	await countsAgree();
});

it("keeps a message that a listing reports as removed, until the next one lists it elsewhere", async () => {
	fixture.server.pageSize = 500;
	fill(MANY);
	await sync();
	const before = await rowOf(`${MANY}@example.org`);
	const mail = await moveWhileListing(lastOf());
	expect(await sync()).toMatchObject({ removed: MANY - 1 });
	expect((await rows()).map((row) => row.id)).toEqual([before?.id]);
	await countsAgree();
	const id = fixture.server.deliver({ ...mail, folderId: "archive" });
	expect(await sync()).toMatchObject({ added: 0, removed: 0, changed: 1 });
	expect(await rows()).toMatchObject([{ id: before?.id, provider_id: id, folder_id: "archive" }]);
	await countsAgree();
});

it("removes it with the next listing if that does not list it", async () => {
	fill(3);
	await sync();
	await moveWhileListing(lastOf());
	await sync();
	expect(await rows()).toHaveLength(1);
	expect(await sync()).toMatchObject({ removed: 1 });
	expect(await rows()).toEqual([]);
	await countsAgree();
});

it("keeps it when the next listing lists it under the same id", async () => {
	fill(3);
	await sync();
	const id = lastOf();
	const mail = await moveWhileListing(id);
	await sync();
	fixture.server.restore(id, { ...mail, folderId: "archive" });
	await sync();
	expect(await rows()).toMatchObject([{ provider_id: id, folder_id: "archive" }]);
});

it("keeps it when the whole mailbox is listed again", async () => {
	fill(3);
	await sync();
	const before = await rowOf("3@example.org");
	const id = lastOf();
	fixture.server.reset();
	const renewed = lastOf();
	fixture.server.messages.set(id, fixture.server.messages.get(renewed) as MemoryMail);
	// The first request learns that the cursor is too old.
	await moveWhileListing(id, 2);
	await sync();
	expect((await rows()).map((row) => row.id)).toEqual([before?.id]);
});

it.each(["local", "done"])("does not store a message twice whose move was sent before a crash (%s)", async (state) => {
	fill(3);
	await sync();
	await sync();
	const before = await rowOf("1@example.org");
	const [old = ""] = [...fixture.server.messages.keys()];
	// The process was killed after the server moved the message, before its new id was stored.
	await query(
		`insert into operation_items (owner_id, operation_id, account_id, email_id, revision, folder_id, folder_role, is_read,
			is_starred, is_important, labels, to_folder_id, state, push_requested, pushed_at)
		values ($1, $2, $3, $4, 1, 'inbox', 'inbox', false, false, false, '{}', 'work', $5, true,
			case when $5 = 'done' then clock_timestamp() end)`,
		[owner, newId(), fixture.account, before?.id, state],
	);
	await query("update emails set folder_id = 'work', folder_role = 'custom' where id = $1", [before?.id]);
	const id = fixture.server.move(old, "work");
	// A page tells the new id, the next one that the old id is gone.
	fixture.server.pageSize = 1;
	const counts: number[] = [];
	fixture.server.onCall = async (call) => {
		if (call === "list") counts.push((await rows()).filter((row) => row.message_id === "1@example.org").length);
	};
	await sync();
	expect(counts.length).toBeGreaterThan(1);
	expect(new Set(counts)).toEqual(new Set([1]));
	expect(await rows()).toHaveLength(3);
	expect(await rowOf("1@example.org")).toMatchObject({ id: before?.id, provider_id: id, folder_id: "work" });
	// Another message that is the same is a copy.
	fixture.server.copy(id, "work");
	await sync();
	expect(await rows()).toHaveLength(4);
});
