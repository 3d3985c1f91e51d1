import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#shared/ids.ts";
import { addressKey } from "#shared/mail/address-key.ts";
import { type TestDatabase, testDatabase } from "#test/database.ts";
import { readMigrations } from "./migrate.ts";

/** What earlier versions stored in other spellings is mended by the files `address_spelling`. */

let database: TestDatabase;
beforeAll(async () => {
	database = await testDatabase();
});
afterAll(() => database.remove());

/** As an upgrade does, on rows that an earlier version has left. */
async function upgrade(): Promise<void> {
	for (const { name, sql } of readMigrations())
		if (name.endsWith("_address_spelling.sql")) await database.pool.query(`begin;\n${sql}\n;commit`);
}

test("kind 4: SQL and program spell addresses alike", async () => {
	const written = [
		"Ann@example.org",
		"ann@müller-x.example",
		"post@straße-x.example",
		"ann@例え。テスト",
		"ann@пример.рф",
		"ann@bücher.мой-сайт.example.",
		"a\u200bnn\u200e@exam\u00adple.org",
		"\u202aann@example.org\u202c",
		"jürgen@faß.example",
		"ju\u0308rgen@example.org",
		'"ann.lee"@example.org',
		'"ann lee"@bücher.example',
		"نامه\u200cای@example.org",
		"ann\u2060\u3164\ufe0f\u{e0061}@example.org",
		"no address",
	];
	const rows = await database.query<{ key: string }>(
		"select address_key(a) as key from unnest($1::text[]) with ordinality as s (a, at) order by at",
		[written],
	);
	expect(rows.map(({ key }) => key)).toEqual(written.map(addressKey));
});

test("kind 4: suppressions of one address are merged, and whoever unsubscribed stays so", async () => {
	const add = (target: string, source: string) =>
		database.query("insert into suppressions (owner_id, target, source, created_at) values ('ada', $1, $2, now())", [
			target,
			source,
		]);
	await add("ann@example.org", "bounce");
	await add("ann\u200e@example.org", "unsubscribe");
	await add("bob\u00ad@example.org", "manual");
	await add("b\u2060ob@example.org", "manual");
	await add("cem@xn--mller-x-n2a.example", "manual");
	await upgrade();
	expect(await database.query("select target, source from suppressions order by target", [])).toEqual([
		{ target: "ann@example.org", source: "unsubscribe" },
		{ target: "bob@example.org", source: "manual" },
		{ target: "cem@xn--mller-x-n2a.example", source: "manual" },
	]);
});

test("kind 4: stored mail of one sender is counted together", async () => {
	const account = newId();
	const count = (email: string, role: string, n: number) =>
		database.query(
			`insert into sender_stats values ('ada', $1, $2, $3, 'Ann', $4, 1, 100, '2026-01-01', '2026-01-02')`,
			[account, email, role, n],
		);
	await count("ann@müller-x.example", "inbox", 2);
	await count("ann@xn--mller-x-n2a.example", "inbox", 3);
	await count("ann\u200e@müller-x.example", "inbox", 1);
	await count("ann@müller-x.example", "archive", 1);
	await upgrade();
	expect(
		await database.query(
			"select sender_email, folder_role, email_count from sender_stats where account_id = $1 order by folder_role",
			[account],
		),
	).toEqual([
		{ sender_email: "ann@xn--mller-x-n2a.example", folder_role: "archive", email_count: 1 },
		{ sender_email: "ann@xn--mller-x-n2a.example", folder_role: "inbox", email_count: 6 },
	]);
});

test("kind 4: cards of one address are merged", async () => {
	const card = async (address: string, name: string, company: string) => {
		const id = newId();
		await database.exec(
			`insert into contact_cards values ('ada', $1, $2, $3, '', '', '{}', '', '', '', null, now(), now())`,
			[id, name, company],
		);
		await database.exec("insert into contact_card_addresses values ('ada', $1, $2)", [address, id]);
	};
	await card("dee@example.net", "Dee", "");
	await card("dee@example.net\u200e", "D.", "Garden");
	await card("eve\u00ad@example.net", "Eve", "");
	await upgrade();
	expect(await database.query("select address, name, company from contact_addresses_v1 order by address", [])).toEqual([
		{ address: "dee@example.net", name: "Dee", company: "Garden" },
		{ address: "eve@example.net", name: "Eve", company: "" },
	]);
	expect(await database.query("select id from contact_cards", [])).toHaveLength(2);
});

test("kind 4: a campaign has one recipient for each mailbox", async () => {
	const campaign = newId();
	const add = (email: string, position: number, state = "waiting", step = 0) =>
		database.query(
			`insert into campaign_recipients (owner_id, id, campaign_id, position, email, mailbox_key, organization, fields,
				state, next_step, changed_at) values ('ada', $1, $2, $3, $4, $4, '', '{}', $5, $6, now())`,
			[newId(), campaign, position, email, state, step],
		);
	await add("ann@example.org", 0);
	await add("ann\u200e@example.org", 1);
	await add("bob\u00ad@example.org", 2, "replied", 1);
	await add("b\u00adob@example.org", 3);
	await upgrade();
	expect(
		await database.query("select email, mailbox_key, state from campaign_recipients order by position", []),
	).toEqual([
		{ email: "ann@example.org", mailbox_key: "ann@example.org", state: "waiting" },
		{ email: "bob@example.org", mailbox_key: "bob@example.org", state: "replied" },
	]);
});

test("kind 4: verdicts, lists, opt-outs and rules keep one row for each address", async () => {
	const list = newId();
	const account = newId();
	const insert = (sql: string, values: unknown[]) => database.query(sql, values);
	for (const address of ["fay@example.org", "fay\u200e@example.org", "gus\u200e@example.org"]) {
		await insert("insert into monitored_addresses values ('ada', $1, $2)", [list, address]);
		await insert("insert into enrichment_opt_outs values ('ada', $1, now())", [address]);
		await insert("insert into screened_senders values ('ada', $1, $2, '', 'waiting', now())", [account, address]);
		await insert("insert into mailbox_probes values ('ada', $1, 'accepted', null, 'mx', now(), null, 0)", [address]);
	}
	await upgrade();
	for (const [table, column] of [
		["monitored_addresses", "address"],
		["enrichment_opt_outs", "email"],
		["screened_senders", "sender_email"],
		["mailbox_probes", "address"],
	])
		expect(await database.query(`select ${column} as a from ${table} order by 1`, []), table).toEqual([
			{ a: "fay@example.org" },
			{ a: "gus@example.org" },
		]);
});
