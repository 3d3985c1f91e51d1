import { afterAll, beforeAll, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { applyLocalChange } from "./change.ts";
import { insertBatch } from "./insert.ts";
import { addAccount, classifier, countsAndRecounts, incoming } from "./testing.ts";

const owner = "owner";
const account = "01900000-0000-7000-8000-000000000001";
const operation = "01900000-0000-7000-8000-000000000009";
const roles = new Map([
	["inbox", "inbox"],
	["trash", "trash"],
] as const);

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
	database = await testDatabase();
	await addAccount(database, owner, account);
});
afterAll(() => database.remove());

it("keeps a change that is not pushed yet, and applies the rest of the provider's state", async () => {
	const message = incoming({ id: "1", labels: ["old"] });
	const listed = (remote: object) => ({
		messages: [{ remote: { ...message.remote, ...remote }, content: null }],
		removed: [],
		roles,
		classifier,
	});
	const messageState = async () =>
		await database.one("select folder_id, folder_role, is_read, is_starred, labels from emails", []);
	await insertBatch(database, owner, account, { messages: [message], removed: [], roles, classifier });
	const row = await database.one<{ id: string }>("select id from emails", []);
	const id = row?.id ?? "";
	await database.transaction(async () => {
		const trashed = { folder: { id: "trash", role: "trash" as const } };
		await applyLocalChange({ database, ownerId: owner, accountId: account }, [id], trashed);
		await database.exec(
			`insert into operation_items (owner_id, operation_id, account_id, email_id, revision, folder_id, folder_role, is_read,
				is_starred, is_important, labels, to_folder_id, state)
			values ($1, $2, $3, $4, 1, 'inbox', 'inbox', false, false, false, '{old}', 'trash', 'local')`,
			[owner, operation, account, id],
		);
	});
	const flags = { ...message.remote.flags, read: true, starred: true };
	await insertBatch(database, owner, account, listed({ flags, labels: ["new"] }));
	const theirs = { is_read: true, is_starred: true, labels: ["new"] };
	expect(await messageState()).toEqual({ folder_id: "trash", folder_role: "trash", ...theirs });

	// Pushed after the listing was requested, which therefore shows the state before the push.
	const [{ now: listedAt } = { now: new Date(0) }] = await database.query<{ now: Date }>(
		"select clock_timestamp() as now",
		[],
	);
	await database.exec("update operation_items set state = 'done', pushed_at = clock_timestamp()", []);
	await insertBatch(database, owner, account, { ...listed({ flags, labels: ["new"] }), listedAt });
	expect(await messageState()).toEqual({ folder_id: "trash", folder_role: "trash", ...theirs });

	await insertBatch(database, owner, account, listed({ flags, labels: ["new"] }));
	expect(await messageState()).toEqual({ folder_id: "inbox", folder_role: "inbox", ...theirs });
	for (const { saved, counted } of await countsAndRecounts(database)) expect(saved).toEqual(counted);
});
