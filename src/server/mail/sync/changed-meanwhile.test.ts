import { expect, it } from "vitest";
import { newId } from "#shared/ids.ts";
import { memoryFixture } from "./test-context.ts";
import type { MemoryMail } from "./testing.ts";

/** Messages that are pushed from here and changed by another client while the mailbox is listed. */

const fixture = memoryFixture();
const { owner, query, fill, sync, rows, countsAgree } = fixture;

/** Runs when the provider is asked for its next list, before it answers. */
function whileListing(change: () => Promise<void>): void {
	fixture.server.onCall = async (call) => {
		if (call !== "list") return;
		fixture.server.onCall = () => undefined;
		await change();
	};
}

/** Records that "unread" was pushed to a message just now. */
async function pushUnread(emailId: string): Promise<void> {
	await query(
		`insert into operation_items (owner_id, operation_id, account_id, email_id, revision, folder_id, folder_role, is_read,
			is_starred, is_important, labels, to_read, state, pushed_at)
		values ($1, $2, $3, $4, 1, 'inbox', 'inbox', true, false, false, '{}', false, 'done', clock_timestamp())`,
		[owner, newId(), fixture.account, emailId],
	);
}

const stored = async () =>
	(
		await query<{ id: string; provider_id: string; is_read: boolean }>(
			"select id, provider_id, is_read from emails where account_id = $1 and message_id = '1@example.org'",
			[fixture.account],
		)
	)[0];

it("has the other client's change after both changed a message", async () => {
	fill(3);
	await sync();
	const before = await stored();
	const id = before?.provider_id ?? "";
	const mail = fixture.server.messages.get(id) as MemoryMail;
	whileListing(async () => {
		await pushUnread(before?.id ?? "");
		fixture.server.restore(id, { ...mail, read: true });
	});
	expect(await sync()).toMatchObject({ added: 0, removed: 0 });
	expect(await stored()).toEqual({ ...before, is_read: true });
	expect(await rows()).toHaveLength(3);
	await countsAgree();
});

it("has it after the other client moved the message as well", async () => {
	fill(3);
	await sync();
	await sync();
	const before = await stored();
	const id = before?.provider_id ?? "";
	const mail = fixture.server.messages.get(id) as MemoryMail;
	let moved = "";
	whileListing(async () => {
		await pushUnread(before?.id ?? "");
		fixture.server.restore(id, { ...mail, read: true });
		moved = fixture.server.move(id, "work");
	});
	await sync();
	await sync();
	expect(await stored()).toEqual({ id: before?.id, provider_id: moved, is_read: true });
	await countsAgree();
});

it("stores a page whose messages are pushed again and again", async () => {
	fill(3);
	await sync();
	const before = await stored();
	const id = before?.provider_id ?? "";
	fixture.server.restore(id, { ...(fixture.server.messages.get(id) as MemoryMail), read: true });
	let lists = 0;
	fixture.server.onCall = async (call) => {
		if (call !== "list") return;
		lists++;
		await pushUnread(before?.id ?? "");
	};
	await sync();
	expect(lists).toBeGreaterThan(1);
	expect(lists).toBeLessThan(10);
	expect(await stored()).toEqual(before);
});
