import { expect, it } from "vitest";
import { storeFolders } from "./folders.ts";
import { createMissingBodies } from "./missing-bodies.ts";
import { memoryFixture } from "./test-context.ts";

/** Mailboxes of more messages than one statement handles. */

const fixture = memoryFixture();

it("get the new role of their folder, chunk by chunk", async () => {
	fixture.fill(23);
	await fixture.sync();
	const { ctx, owner, account } = fixture;
	const folders = await (await fixture.server.provider.open({} as never)).reader.listFolders();
	const rolesOf = () =>
		fixture.query(
			`select folder_id as id, folder_role as role, count(*)::int as n from emails
			where account_id = $1 group by 1, 2 order by 1, 2`,
			[account],
		);
	for (const [chunk, role] of [
		[2, "spam"],
		[3, "archive"],
		[7, "custom"],
	] as const) {
		const changed = folders.map((folder) => (folder.id === "work" ? { ...folder, role } : folder));
		const roles = await storeFolders(ctx.database, owner, account, changed, chunk);
		expect(roles.get("work")).toBe(role);
		expect(await rolesOf()).toEqual([
			{ id: "inbox", role: "inbox", n: 16 },
			{ id: "work", role, n: 7 },
		]);
		await fixture.countsAgree();
	}
});

it("kind 2: a folder that a provider lists twice is stored once", async () => {
	fixture.fill(3);
	await fixture.sync();
	const { ctx, owner, account } = fixture;
	const folders = await (await fixture.server.provider.open({} as never)).reader.listFolders();
	const [first] = folders;
	const doubled = [...folders, ...folders.map((folder) => ({ ...folder, name: `${folder.name} 2` }))];
	const roles = await storeFolders(ctx.database, owner, account, doubled);
	expect([...roles.keys()]).toEqual(folders.map(({ id }) => id));
	const named = await fixture.query("select folder_name from email_folders where account_id = $1 and id = $2", [
		account,
		first?.id,
	]);
	expect(named).toEqual([{ folder_name: `${first?.name} 2` }]);
});

it("have each message without a body listed once, inbox and newest first, page by page", async () => {
	fixture.fill(11);
	await fixture.sync();
	const { ctx, owner, account } = fixture;
	await fixture.query("update emails set raw_sha256 = null where account_id = $1", [account]);
	await fixture.query(
		"update emails set received_date = '2026-01-05' where account_id = $1 and thread_id is not null",
		[account],
	);
	const ordered = await fixture.query<{ provider_id: string }>(
		`select provider_id from emails where account_id = $1
		order by (folder_role = 'inbox') desc, received_date desc, id desc`,
		[account],
	);
	const expected = ordered.map((row) => row.provider_id);
	for (const page of [2, 3, 11]) {
		const missing = createMissingBodies(ctx, owner, account, page);
		const read = async (): Promise<string[]> => {
			const found: string[] = [];
			for (;;) {
				const rows = await missing.next(100);
				if (rows.length === 0) return found;
				expect(rows.length).toBeLessThanOrEqual(page);
				found.push(...rows.map(({ providerId }) => providerId));
			}
		};
		expect(await read()).toEqual(expected);
		missing.startOver();
		expect(await read()).toEqual([]);
		const again = [expected[1], expected[10]] as string[];
		missing.release(again);
		missing.startOver();
		expect(await read()).toEqual(again);
	}
});
