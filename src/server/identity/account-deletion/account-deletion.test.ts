import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ApiError } from "#shared/client.ts";
import { accountsContract, uploadsContract } from "#shared/contracts/accounts.ts";
import { contactContract } from "#shared/contracts/contact.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { plansContract } from "#shared/contracts/plans.ts";
import { exportsContract, settingsContract } from "#shared/contracts/settings.ts";
import { smallDemo } from "#test/demo.ts";
import { makeMbox } from "#test/mail-file.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { tablesWith } from "../../db/tables.ts";
import { textIndexOf } from "../../mail/store/text-index-of.ts";
import { indexedTexts } from "../../mail/text-index/testing.ts";
import { createS3 } from "../../platform/s3/s3.ts";
import { deleteRows } from "./job.ts";

let server: TestServer;
let operator: TestUser;
let deletedUser: TestUser;
let stayer: TestUser;

beforeAll(async () => {
	server = await startTestServer({ demo: smallDemo() });
	operator = await server.signUp();
	deletedUser = await server.signUp();
	stayer = await server.signUp();
	for (const user of [deletedUser, stayer]) await createRows(user);
});
afterAll(() => server.close());

/** Creates rows in as many tables as can be reached through the routes. */
async function createRows(user: TestUser): Promise<void> {
	const bytes = new TextEncoder().encode(makeMbox({ count: 60 }));
	const accounts = user.client(accountsContract);
	await accounts.importMbox({ query: { filename: "mine.mbox" } }, { bytes });
	await accounts.startDemo();
	await server.ctx.jobs.drain();
	const plans = user.client(plansContract);
	const plan = await plans.createPlan({ body: { action: "star", query: "subject:message" } });
	await plans.applyPlan({ params: { id: plan.id } });
	const uploads = user.client(uploadsContract);
	const upload = await uploads.createUpload({ body: { filename: "half.mbox", sizeBytes: 10_000 } });
	await user.fetch(`/api/v1/uploads/${upload.id}`, {
		method: "PATCH",
		headers: { "upload-offset": "0" },
		body: "From me",
	});
	await user.client(exportsContract).createExport();
	await user
		.client(settingsContract)
		.updateSettings({ params: { section: "notifications" }, body: { mailOnFailedSync: false } });
	await user.client(contactContract)["send-contact-email"]({
		body: { name: "N", email: user.email, subject: "S", message: "M" },
	});
	await server.ctx.jobs.drain();
}

/** Rows that mention this user, by table and column: every text column, so that no table can be forgotten. */
async function traces(user: TestUser): Promise<Record<string, number>> {
	const columns = await server.ctx.database.query<{ table_name: string; column_name: string; data_type: string }>(
		`select c.table_name, c.column_name, c.data_type from information_schema.columns c
		join information_schema.tables t using (table_schema, table_name)
		where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
			and c.data_type in ('text', 'character varying', 'jsonb') order by 1, 2`,
		[],
	);
	const found: Record<string, number> = {};
	for (const { table_name: table, column_name: column } of columns) {
		const row = await server.ctx.database.one<{ n: number }>(
			`select count(*)::int as n from "${table}" where position($1 in "${column}"::text) > 0 or position($2 in "${column}"::text) > 0`,
			[user.ownerId, user.email],
		);
		if (row !== undefined && row.n > 0) found[`${table}.${column}`] = row.n;
	}
	return found;
}

/** Number of messages in the text index, by the user's mailboxes. */
async function indexed(user: TestUser): Promise<Map<string, number>> {
	const { items } = await user.client(accountsContract).listAccounts();
	const found = new Map<string, number>();
	for (const { id } of items) found.set(id, (await indexedTexts(server.ctx.database, id)).size);
	return found;
}

async function filesOf(): Promise<string[]> {
	const files: string[] = [];
	for (const folder of ["blobs", "uploads", "exports", "spool", "cache"]) {
		const path = join(server.install.dataDir, folder);
		if (!existsSync(path)) continue;
		for (const entry of readdirSync(path, { recursive: true, withFileTypes: true }))
			if (entry.isFile()) files.push(join(entry.parentPath, entry.name));
	}
	const { s3 } = server.ctx.config;
	if (s3 !== null) for await (const { key } of createS3(s3).list("")) files.push(key);
	return files.sort();
}

const deleteOwnAccount = (user: TestUser, confirm = user.email) =>
	user
		.client(settingsContract)
		.deleteMyAccount({ body: { confirm } })
		.then(
			() => "gone",
			(cause: ApiError) => `${cause.status} ${cause.code}`,
		);

it("requires the user's own address, and rejects an operator with other users", async () => {
	expect(await deleteOwnAccount(deletedUser, "somebody@else.example")).toBe("400 not-confirmed");
	expect(await deleteOwnAccount(operator)).toBe("409 operator-has-users");
	expect((await fetch(`${server.url}/api/v1/me/delete`, { method: "POST" })).status).toBe(401);
});

it("deletes every row and file of a user, ends the session, and affects nobody else", async () => {
	const before = await traces(deletedUser);
	const tables = new Set(Object.keys(before).map((name) => name.split(".")[0]));
	for (const table of ["connected_accounts", "emails", "operations", "uploads", "exports", "jobs"])
		expect(tables).toContain(table);
	for (const table of ["users", "sessions", "contact_messages", "settings", "provider_state", "account_files"])
		expect(tables).toContain(table);
	// Later, the index would delete what it has from its outbox.
	await textIndexOf(server.ctx.database).flush();
	const others = await traces(stayer);
	const texts = await indexed(deletedUser);
	expect([...texts.values()].every((n) => n > 50)).toBe(true);
	const textsOfOthers = await indexed(stayer);
	const totalOfStayer = async () => (await stayer.client(emailsContract).listEmails({ query: {} })).total;
	const total = await totalOfStayer();
	expect(total).toBeGreaterThan(200);
	const files = await filesOf();
	const ids = await server.ctx.database.query<{ id: string }>(
		`select id::text from connected_accounts where owner_id = $1 union select id::text from exports where owner_id = $1
		union select id::text from uploads where owner_id = $1 union select id::text from account_files where owner_id = $1`,
		[deletedUser.ownerId],
	);
	const mine = files.filter((path) => ids.some(({ id }) => path.includes(id)));
	expect(mine.length).toBeGreaterThan(60);

	expect(await deleteOwnAccount(deletedUser)).toBe("gone");
	expect((await deletedUser.fetch("/api/v1/accounts")).status).toBe(401);
	await server.ctx.jobs.drain();

	expect(await traces(deletedUser)).toEqual({});
	for (const id of texts.keys()) expect((await indexedTexts(server.ctx.database, id)).size).toBe(0);
	expect(await indexed(stayer)).toEqual(textsOfOthers);
	expect(await filesOf()).toEqual(files.filter((path) => !mine.includes(path)));
	expect(await traces(stayer)).toEqual(others);
	expect(await totalOfStayer()).toBe(total);
});

it("allows an operator who is the only user; the next to sign up becomes the operator", async () => {
	expect(await deleteOwnAccount(stayer)).toBe("gone");
	expect(await deleteOwnAccount(operator)).toBe("gone");
	await server.ctx.jobs.drain();
	expect(await filesOf()).toEqual([]);
	const next = await server.signUp();
	const settings = await next.client(settingsContract).getSettings();
	expect(settings.isOperator).toBe(true);
});

it("deletes the rows of every table chunk by chunk", async () => {
	const { database } = server.ctx;
	const user = await server.signUp();
	await createRows(user);
	const left = async ({ ownerId }: TestUser): Promise<Record<string, number>> => {
		const found: Record<string, number> = {};
		for (const table of await tablesWith(database, ["owner_id"])) {
			const row = await database.one<{ n: number }>(`select count(*)::int as n from "${table}" where owner_id = $1`, [
				ownerId,
			]);
			if (row !== undefined && row.n > 0) found[table] = row.n;
		}
		return found;
	};
	const { jobs, emails, ...others } = await left(user);
	expect(emails).toBeGreaterThan(200);
	expect(Object.values(others).filter((n) => n > 3).length).toBeGreaterThan(5);
	await deleteRows(server.ctx, { ownerId: user.ownerId, signal: new AbortController().signal }, 3);
	expect(await left(user)).toEqual({ jobs });
});
