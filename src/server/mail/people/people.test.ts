import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "#shared/ids.ts";
import { OWNER, openMailbox, type TestMailbox, testInstall } from "#test/mailbox.ts";
import { addFile } from "../accounts/import.ts";
import { hashFile } from "../uploads/files.ts";
import { refreshStalePeople } from "./job.ts";
import { listMerges, mergePeople, undoMerge } from "./merges.ts";
import { findPerson, listPeople, suggestMerges } from "./people.ts";
import { refreshAllPeople, refreshPeopleOf } from "./refresh.ts";
import { hasWrittenTo, usualAddress } from "./written-to.ts";

let install: Awaited<ReturnType<typeof testInstall>>;
let box: TestMailbox;
let account: string;

interface TestMessage {
	from: string;
	to?: string;
	cc?: string;
	label?: string;
	/** Day of January 2026. */
	day: number;
	head?: string[];
}

const ME = "Reader <reader@home.test>";

/** As Gmail exports it. */
function messageText({ from, to = ME, cc, label = "Inbox", day, head = [] }: TestMessage): string {
	const date = new Date(Date.UTC(2026, 0, day, 12)).toUTCString();
	return [
		// When the message was received.
		`From x@y.test Thu Jan ${day} 12:00:00 2026`,
		`From: ${from}`,
		`To: ${to}`,
		...(cc === undefined ? [] : [`Cc: ${cc}`]),
		`Subject: On day ${day}`,
		`Date: ${date.replace("GMT", "+0000")}`,
		`Message-ID: <${newId()}@test>`,
		`X-Gmail-Labels: ${label}`,
		...head,
		"",
		"Text",
		"",
		"",
	].join("\n");
}

async function store(messages: TestMessage[], into: string | null = null): Promise<string> {
	const id = newId();
	const path = join(install.dataDir, `${id}.mbox`);
	await writeFile(path, messages.map(messageText).join(""));
	const file = {
		id,
		name: `${id}.mbox`,
		path,
		sizeBytes: 1,
		sha256: await hashFile(path, new AbortController().signal),
	};
	const added = await addFile(box.ctx, OWNER, file, { accountId: into, uploadId: null });
	await box.ctx.jobs.drain();
	return added.account.id;
}

beforeAll(async () => {
	install = await testInstall();
	box = await openMailbox(install);
	account = await store([
		{ from: "Ada <ada@shop.test>", day: 1 },
		{ from: "Ada Lovelace <Ada@Shop.test>", day: 3 },
		{ from: "Ada Lovelace <ada.lovelace@sales.shop.test>", day: 2 },
		{ from: ME, to: "ada@shop.test, Ben <ben@gmail.com>", cc: ME, label: "Sent", day: 4 },
		{ from: "Ben <ben@gmail.com>", day: 5 },
		{ from: "Shop <no-reply@shop.test>", day: 6 },
		{ from: "News <hello@news.test>", day: 7, head: ["List-Unsubscribe: <https://news.test/u>"] },
		{ from: "Prince <prince@spam.test>", label: "Spam", day: 8 },
	]);
	await box.ctx.database.exec("update connected_accounts set email = 'Reader@home.test' where id = $1", [account]);
	await refreshAllPeople(box.ctx.database, OWNER);
});
afterAll(async () => {
	await box.close();
	await install.remove();
});

const addressesOf = async (text?: string, withAutomated = false): Promise<string[][]> => {
	const { items } = await listPeople(box.ctx.database, OWNER, { text, withAutomated, limit: 50 });
	return items.map(({ addresses }) => addresses);
};

it("finds one person per address, with the mail in both directions", async () => {
	const { database } = box.ctx;
	expect(await findPerson(database, OWNER, "ADA@shop.test")).toEqual({
		id: expect.any(String),
		name: "Ada Lovelace",
		organization: "shop.test",
		addresses: ["ada@shop.test"],
		receivedCount: 2,
		sentCount: 1,
		firstContactAt: new Date("2026-01-01T12:00:00Z"),
		lastContactAt: new Date("2026-01-04T12:00:00Z"),
		isAutomated: false,
	});
	expect(await findPerson(database, OWNER, "ben@gmail.com")).toMatchObject({ organization: "", sentCount: 1 });
	expect(await findPerson(database, OWNER, "reader@home.test")).toBeNull();
	expect(await findPerson(database, OWNER, "prince@spam.test")).toBeNull();
	expect(await findPerson(database, "another", "ben@gmail.com")).toBeNull();
});

it("kind 4: is one person in all spellings of an address", async () => {
	const { database } = box.ctx;
	await store([
		{ from: "Mia <mia@bücher.test>", day: 20 },
		{ from: "Mia <Mia@xn--bcher-kva.test>", day: 21 },
		{ from: "Mia <m\u00adia@bücher.test>", day: 22 },
		{ from: ME, to: "Mia <mia@bücher.test>, mia\u200e@xn--bcher-kva.test", label: "Sent", day: 23 },
	]);
	await refreshAllPeople(database, OWNER);
	for (const address of ["mia@bücher.test", "MIA@XN--BCHER-KVA.test", "mia\u2060@bücher.test"]) {
		const counts = { receivedCount: 3, sentCount: 1 };
		expect(await findPerson(database, OWNER, address)).toMatchObject({
			addresses: ["mia@xn--bcher-kva.test"],
			...counts,
		});
		expect(await hasWrittenTo(database, OWNER, address)).toBe(true);
		expect(await usualAddress(database, OWNER, address)).toBe(null);
	}
	expect(await usualAddress(database, OWNER, "Mia@xn--bcher-kva.example")).toBe("mia@xn--bcher-kva.test");
	expect(await usualAddress(database, OWNER, "max@xn--bcher-kva.example")).toBe(null);
	await database.exec("delete from emails where owner_id = $1 and sender_email = 'mia@xn--bcher-kva.test'", [OWNER]);
	await database.exec("delete from sender_stats where owner_id = $1 and sender_email = 'mia@xn--bcher-kva.test'", [
		OWNER,
	]);
	await database.exec("delete from emails where owner_id = $1 and received_date = '2026-01-23T12:00:00Z'", [OWNER]);
	await refreshAllPeople(database, OWNER);
	expect(await findPerson(database, OWNER, "mia@bücher.test")).toBeNull();
});

it("recognizes programs", async () => {
	expect(await addressesOf()).toEqual([["ben@gmail.com"], ["ada@shop.test"], ["ada.lovelace@sales.shop.test"]]);
	expect(await addressesOf("", true)).toContainEqual(["no-reply@shop.test"]);
	expect(await addressesOf("news", true)).toEqual([["hello@news.test"]]);
});

it("takes a sender of nothing but updates for a program from the third email, unless the user writes to it", async () => {
	const { database } = box.ctx;
	const notices = (from: string, count: number) => Array.from({ length: count }, (_, n) => ({ from, day: 10 + n }));
	const added = await store([
		...notices("Bank <alerts@bank.test>", 3),
		...notices("Clerk <clerk@office.test>", 2),
		...notices("Agent <agent@travel.test>", 3),
		{ from: ME, to: "agent@travel.test", label: "Sent", day: 14 },
	]);
	await database.exec("update emails set category = 'updates', category_source = 'user' where account_id = $1", [
		added,
	]);
	await refreshAllPeople(database, OWNER);
	const found = await Promise.all(
		["alerts@bank.test", "clerk@office.test", "agent@travel.test"].map((one) => findPerson(database, OWNER, one)),
	);
	expect(found.map((one) => one?.isAutomated)).toEqual([true, false, false]);
	await database.exec("delete from emails where account_id = $1", [added]);
	await database.exec("delete from sender_stats where account_id = $1", [added]);
	await refreshAllPeople(database, OWNER);
});

it("takes members of discussion lists for people, and what a list sends itself for a program's", async () => {
	const { database } = box.ctx;
	const head = [
		"List-Id: Birds <birds.lists.test>",
		"List-Post: <mailto:birds@lists.test>",
		"List-Unsubscribe: <https://lists.test/leave>",
	];
	const added = await store([
		{ from: "Wren Finch <wren@nest.test>", to: "birds@lists.test", day: 15, head },
		{ from: "Wren Finch <wren@nest.test>", to: "birds@lists.test", day: 16, head },
		{ from: "Birds <birds@lists.test>", to: "birds@lists.test", day: 15, head },
		{ from: "Seeds <seeds@garden.test>", day: 15, head: ["List-Post: NO", ...head.slice(2)] },
	]);
	await refreshAllPeople(database, OWNER);
	expect(await addressesOf("Wren")).toEqual([["wren@nest.test"]]);
	expect(await addressesOf("birds@lists")).toEqual([]);
	expect(await addressesOf("seeds@garden")).toEqual([]);
	await database.exec("delete from emails where account_id = $1", [added]);
	await database.exec("delete from sender_stats where account_id = $1", [added]);
	await refreshAllPeople(database, OWNER);
});

it("searches names, addresses and organizations, page by page", async () => {
	expect(await addressesOf("LOVELACE")).toEqual([["ada@shop.test"], ["ada.lovelace@sales.shop.test"]]);
	expect(await addressesOf("gmail")).toEqual([["ben@gmail.com"]]);
	expect(await addressesOf("%")).toEqual([]);
	const { database } = box.ctx;
	const first = await listPeople(database, OWNER, { limit: 2 });
	const second = await listPeople(database, OWNER, { limit: 2, cursor: first.nextCursor ?? "" });
	expect([...first.items, ...second.items].map(({ addresses }) => addresses)).toEqual(await addressesOf());
	expect(second.nextCursor).toBeNull();
	await expect(listPeople(database, OWNER, { limit: 2, cursor: "x" })).rejects.toMatchObject({ code: "bad-cursor" });
});

it("changes nothing when it is repeated", async () => {
	const { database } = box.ctx;
	const all = () => database.query("select * from people_v1 order by person_id", []);
	const before = await all();
	await refreshAllPeople(database, OWNER);
	const ids = await database.query<{ id: string }>("select id from emails where owner_id = $1", [OWNER]);
	const mail = { ownerId: OWNER, accountId: account, ids: ids.map(({ id }) => id) };
	await refreshPeopleOf(database, mail);
	expect(await all()).toEqual(before);
});

it("suggests people of the same name and organization, and merges on request only", async () => {
	const { database } = box.ctx;
	const [suggestion] = (await suggestMerges(database, OWNER, { limit: 10 })).items;
	expect(suggestion).toMatchObject({ name: "Ada Lovelace", organization: "shop.test" });
	const [id = "", ...others] = suggestion?.ids ?? [];
	await database.transaction(() => mergePeople(database, { ownerId: OWNER, id }, others));
	const merged = { addresses: ["ada@shop.test", "ada.lovelace@sales.shop.test"], receivedCount: 3, sentCount: 1 };
	expect(await findPerson(database, OWNER, "ada.lovelace@sales.shop.test")).toMatchObject({ id, ...merged });
	await refreshAllPeople(database, OWNER);
	expect(await findPerson(database, OWNER, "ada@shop.test")).toMatchObject({ id, ...merged });
	expect(await suggestMerges(database, OWNER, { limit: 10 })).toEqual({ items: [], total: 0, nextCursor: null });
	const strangers = database.transaction(() => mergePeople(database, { ownerId: "another", id }, []));
	await expect(strangers).rejects.toMatchObject({ code: "not-found" });
});

it("undoes merges in any order, with the counts of each person", async () => {
	const { database } = box.ctx;
	const idOf = async (address: string) => (await findPerson(database, OWNER, address))?.id ?? "";
	const merge = async (into: string, other: string) => {
		const [id, taken] = [await idOf(into), await idOf(other)];
		return database.transaction(() => mergePeople(database, { ownerId: OWNER, id }, [taken]));
	};
	const undo = (id: string, ownerId = OWNER) => database.transaction(() => undoMerge(database, { ownerId, id }));
	const merged = await idOf("ada@shop.test");
	const [first] = await listMerges(database, OWNER, merged);
	expect(first?.addresses).toEqual(["ada.lovelace@sales.shop.test"]);
	const second = await merge("ben@gmail.com", "ada@shop.test");
	const ben = await idOf("ben@gmail.com");
	expect(await idOf("ada.lovelace@sales.shop.test")).toBe(ben);
	expect((await listMerges(database, OWNER, ben)).map(({ id }) => id)).toEqual([second, first?.id]);
	await expect(undo(second, "another")).rejects.toMatchObject({ code: "not-found" });
	await undo(second);
	expect(await idOf("ada@shop.test")).toBe(merged);
	expect(await listMerges(database, OWNER, ben)).toEqual([]);
	await undo(first?.id ?? "");
	expect(await findPerson(database, OWNER, "ada@shop.test")).toMatchObject({ addresses: ["ada@shop.test"] });
	expect(await findPerson(database, OWNER, "ada.lovelace@sales.shop.test")).toMatchObject({ sentCount: 0 });
	await expect(undo(second)).rejects.toMatchObject({ code: "not-found" });
	expect((await suggestMerges(database, OWNER, { limit: 10 })).total).toBe(1);
	const [again, last] = [
		await merge("ada@shop.test", "ada.lovelace@sales.shop.test"),
		await merge("ben@gmail.com", "ada@shop.test"),
	];
	await undo(again);
	expect(await addressesOf("ada.lovelace")).toEqual([["ada.lovelace@sales.shop.test"]]);
	await undo(last);
	expect(await addressesOf("ada@")).toEqual([["ada@shop.test"]]);
	expect(await addressesOf()).toHaveLength(3);
	await merge("ada@shop.test", "ada.lovelace@sales.shop.test");
});

it("updates the people of new messages, and forgets those whose messages are gone", async () => {
	const { database } = box.ctx;
	const added = await store([
		{ from: "Cleo <cleo@desk.test>", day: 20 },
		{ from: ME, to: "Dan <dan@desk.test>", label: "Sent", day: 21 },
	]);
	const ids = await database.query<{ id: string }>("select id from emails where account_id = $1", [added]);
	await refreshPeopleOf(database, { ownerId: OWNER, accountId: added, ids: ids.map(({ id }) => id) });
	expect(await addressesOf("desk.test")).toEqual([["dan@desk.test"], ["cleo@desk.test"]]);
	await database.exec("delete from emails where account_id = $1", [added]);
	await database.exec("delete from sender_stats where account_id = $1", [added]);
	await refreshAllPeople(database, OWNER);
	expect(await addressesOf("desk.test")).toEqual([]);
	expect(await addressesOf()).toHaveLength(2);
});

it("is recomputed by a job for owners whose mailboxes were synced since", async () => {
	const { database, jobs } = box.ctx;
	const runs = () =>
		database.query<{ at: Date }>("select refreshed_at as at from people_refreshes where owner_id = $1", [OWNER]);
	await refreshStalePeople(box.ctx);
	await jobs.drain();
	const [before] = await runs();
	await refreshStalePeople(box.ctx);
	await jobs.drain();
	expect(await runs()).toEqual([before]);
	await database.exec("update email_sync_status set sync_status = 'idle', last_sync_at = now()", []);
	await refreshStalePeople(box.ctx);
	await jobs.drain();
	const [after] = await runs();
	expect(after?.at.getTime()).toBeGreaterThan(before?.at.getTime() ?? 0);
});
