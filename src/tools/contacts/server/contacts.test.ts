import { randomUUID } from "node:crypto";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readVcards } from "#kernel/card-parsing.ts";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { type Contact, contactsContract } from "../contract.ts";
import { contactSorts } from "../fields.ts";
import { importCards } from "./cards/import.ts";
import { csvOf, vcardsOf } from "./export.ts";
import { lettersOfAda } from "./testing/letters.ts";

let server: TestServer;
let ada: TestUser;

beforeAll(async () => {
	server = await startTestServer();
	ada = await server.signUp();
	await ada.client(accountsContract).importMbox({ query: { filename: "ada.mbox" } }, { bytes: lettersOfAda() });
	await server.ctx.jobs.drain();
	const before = await ada.client(contactsContract).listContacts({ query: {} });
	// The job may have ended before the contacts are read.
	expect(before.isPreparing).toBe(true);
	await server.ctx.jobs.drain();
	expect((await ada.client(contactsContract).listContacts({ query: {} })).isPreparing).toBe(false);
	const { database } = server.ctx;
	await database.exec(
		`insert into enrichments (owner_id, id, email, found, facts, confidence, asked, checked_at)
		values ($1, gen_random_uuid(), 'jane@shop.test', true, $2, 0.8, '[]', now())`,
		[
			ada.ownerId,
			JSON.stringify([
				{ field: "company", value: "Shop Ltd", confidence: 0.9, evidence: [], alternatives: [] },
				{ field: "phone", value: "+49 30 901820", confidence: 0.7, evidence: [], alternatives: [] },
			]),
		],
	);
	await database.exec(
		`insert into validated_emails (owner_id, id, email, status, reason, score, flags, checked_at)
		values ($1, gen_random_uuid(), 'ben@gmail.com', 'invalid', 'no-mx', 0, '{}', now())`,
		[ada.ownerId],
	);
});
afterAll(() => server.close());

const client = (user = ada) => user.client(contactsContract);
const find = async (q: string): Promise<Contact> => {
	const { items } = await client().listContacts({ query: { q } });
	expect(items).toHaveLength(1);
	return items[0] as Contact;
};
const namesBy = async (query: NonNullable<Parameters<ReturnType<typeof client>["listContacts"]>[0]>["query"]) =>
	(await client().listContacts({ query })).items.map(({ addresses }) => addresses[0]);

async function addPerson(name: string, at: string): Promise<void> {
	const { database } = server.ctx;
	const id = randomUUID();
	await database.exec("insert into people values ($1, $2, $3, '', 9, 9, $4, $4, false)", [ada.ownerId, id, name, at]);
	await database.exec("insert into person_addresses values ($1, $2, $3, $4, '', 9, 9, $5, $5, false)", [
		...[ada.ownerId, `${id}@early.test`, id, name, at],
	]);
}

describe("contacts", () => {
	it("are the people of the mail, with what other tools know", async () => {
		const { items, total, parts, nextCursor } = await client().listContacts({ query: {} });
		expect(items.map(({ addresses }) => addresses)).toEqual([
			["ben@gmail.com"],
			["jane.roe@sales.shop.test"],
			["jane@shop.test"],
		]);
		expect([total, nextCursor]).toEqual([3, null]);
		expect(parts).toEqual({ all: 3, detailed: 1, undetailed: 2, undeliverable: 1, automated: 1 });
		expect(await find("jane@shop")).toMatchObject({
			...{ name: "Jane Roe", organization: "shop.test", company: "Shop Ltd", receivedCount: 2, sentCount: 1 },
			...{ firstContactAt: "2026-01-01T12:00:00.000Z", lastContactAt: "2026-01-03T12:00:00.000Z" },
			...{ confidence: expect.closeTo(0.8), validity: null, hasCard: false },
		});
		expect(await find("ben")).toMatchObject({ organization: "", validity: "invalid", confidence: null });
	});

	it("are searched, filtered, sorted and paged", async () => {
		expect(await namesBy({ q: "SHOP LTD" })).toEqual(["jane@shop.test"]);
		expect(await namesBy({ q: "%" })).toEqual([]);
		expect(await namesBy({ part: "automated" })).toEqual(["no-reply@shop.test"]);
		expect(await namesBy({ part: "undeliverable" })).toEqual(["ben@gmail.com"]);
		expect(await namesBy({ organization: "shop.test" })).toEqual(["jane.roe@sales.shop.test", "jane@shop.test"]);
		expect(await namesBy({ sort: "volume" })).toEqual(["jane@shop.test", "ben@gmail.com", "jane.roe@sales.shop.test"]);
		expect((await namesBy({ sort: "name" }))[0]).toBe("ben@gmail.com");
		expect((await namesBy({ sort: "organization" })).at(-1)).toBe("ben@gmail.com");
		const { items } = await client().listOrganizations({ query: {} });
		expect(items).toEqual([
			{
				...{ organization: "shop.test", company: "Shop Ltd", contacts: 2, receivedCount: 3, sentCount: 1 },
				lastContactAt: "2026-01-04T12:00:00.000Z",
			},
		]);
	});

	it.each(contactSorts)("are paged by %s, wherever others are sorted in meanwhile", async (sort) => {
		const all = (await client().listContacts({ query: { sort } })).items.map(({ id }) => id);
		const seen: string[] = [];
		let cursor: string | undefined;
		do {
			const page = await client().listContacts({ query: { sort, limit: 1, cursor } });
			seen.push(...page.items.map(({ id }) => id));
			expect(page.total).toBeGreaterThanOrEqual(all.length);
			cursor = page.nextCursor ?? undefined;
			// First in most orders: an offset would show the last contact again.
			if (seen.length === 1) await addPerson("Aaron Early", "2030-01-01T00:00:00Z");
		} while (cursor !== undefined && seen.length < 10);
		expect(seen.filter((id) => all.includes(id))).toEqual(all);
		expect(new Set(seen).size).toBe(seen.length);
		for (const table of ["people", "person_addresses"])
			await server.ctx.database.exec(`delete from ${table} where owner_id = $1 and name = 'Aaron Early'`, [
				ada.ownerId,
			]);
		const other = contactSorts.find((one) => one !== sort);
		const { nextCursor } = await client().listContacts({ query: { sort: other, limit: 1 } });
		await expect(client().listContacts({ query: { sort, cursor: nextCursor ?? "" } })).rejects.toMatchObject({
			code: "bad-cursor",
		});
	});

	it("list as many emails as they count", async () => {
		for (const q of ["jane@shop", "ben", "jane.roe"]) {
			const { id, receivedCount, sentCount } = await find(q);
			const page = await client().listContactEmails({ params: { id }, query: {} });
			expect([page.total, page.items.length]).toEqual([receivedCount + sentCount, receivedCount + sentCount]);
		}
		const { id } = await find("jane@shop");
		const first = await client().listContactEmails({ params: { id }, query: { limit: 1 } });
		expect(first.items[0]?.folder).toBe("sent");
		const next = await client().listContactEmails({ params: { id }, query: { cursor: first.nextCursor ?? "" } });
		expect(next.items.map(({ receivedAt }) => receivedAt)).toEqual([
			"2026-01-02T12:00:00.000Z",
			"2026-01-01T12:00:00.000Z",
		]);
	});

	it("are merged on request, and separated again", async () => {
		const { items } = await client().listMergeSuggestions();
		expect(items).toMatchObject([{ name: "Jane Roe", organization: "shop.test" }]);
		const { id, mergeId } = await client().mergeContacts({ body: { ids: items[0]?.ids ?? [] } });
		const merged = await client().getContact({ params: { id } });
		expect(merged.contact).toMatchObject({ receivedCount: 3, sentCount: 1, company: "Shop Ltd" });
		expect(merged.addresses.map(({ address }) => address)).toEqual(["jane.roe@sales.shop.test", "jane@shop.test"]);
		expect(merged.merges).toMatchObject([{ id: mergeId, addresses: [expect.any(String)] }]);
		expect((await client().listContactEmails({ params: { id }, query: {} })).total).toBe(4);
		await client().undoContactMerge({ params: { id: mergeId } });
		expect((await find("jane@shop")).addresses).toEqual(["jane@shop.test"]);
		await expect(client().undoContactMerge({ params: { id: mergeId } })).rejects.toMatchObject({ status: 404 });
		const again = client().mergeContacts({ body: { ids: [id, id] } });
		await expect(again).rejects.toMatchObject({ code: "one-contact" });
	});

	it("belong to their user", async () => {
		const { id } = await find("ben");
		const bea = client(await server.signUp());
		expect((await bea.listContacts({ query: {} })).items).toEqual([]);
		await expect(bea.getContact({ params: { id } })).rejects.toMatchObject({ status: 404 });
		await expect(bea.listContactEmails({ params: { id }, query: {} })).rejects.toMatchObject({ status: 404 });
	});
});

describe("cards", () => {
	const card = { name: "Ben Q. Doe", company: "Doe & Co", position: "Owner", phones: ["+1 415 555 0100"] };
	const full = { ...card, postalAddress: "", website: "", note: "Met in Oslo" };

	it("are entered, come before what was found, and are deleted", async () => {
		const { id } = await find("ben@gmail");
		const details = await client().setContactCard({ params: { id }, body: full });
		expect(details).toMatchObject({
			card: full,
			contact: { id, name: "Ben Q. Doe", company: "Doe & Co", hasCard: true },
		});
		await client().setContactCard({ params: { id }, body: { ...full, note: "" } });
		expect((await client().getContact({ params: { id } })).card?.note).toBe("");
		await client().deleteContactCard({ params: { id } });
		expect(await client().getContact({ params: { id } })).toMatchObject({ card: null, contact: { name: "Ben Doe" } });
	});

	it("are imported: known addresses are completed, new ones added, and the import is undone", async () => {
		const { id } = await find("jane@shop");
		await client().setContactCard({ params: { id }, body: { ...full, name: "Jane", company: "" } });
		const vcf = [
			...["BEGIN:VCARD", "VERSION:3.0", "FN:Other Name", "ORG:Shop", "EMAIL:JANE@shop.test", "END:VCARD"],
			...["BEGIN:VCARD", "VERSION:4.0", "FN:New Person", "EMAIL:new@person.test", "EMAIL:n@home.test", "END:VCARD"],
			...["BEGIN:VCARD", "VERSION:4.0", "FN:No Address", "END:VCARD"],
		].join("\r\n");
		const result = await client().importVcard({}, { bytes: new TextEncoder().encode(vcf) });
		expect(result).toMatchObject({ added: 1, updated: 1, skipped: 1 });
		expect(await find("jane@shop")).toMatchObject({ name: "Jane", company: "Shop" });
		const added = await find("new@person");
		expect(added).toMatchObject({
			...{ name: "New Person", addresses: ["new@person.test", "n@home.test"], organization: "person.test" },
			...{ receivedCount: 0, lastContactAt: null, hasCard: true },
		});
		expect((await client().listContactEmails({ params: { id: added.id }, query: {} })).total).toBe(0);
		await client().undoContactImport({ params: { id: result.importId } });
		expect((await client().listContacts({ query: { q: "new@person" } })).items).toEqual([]);
		await client().deleteContactCard({ params: { id } });
		const wrong = client().importVcard({}, { bytes: new TextEncoder().encode("hello") });
		await expect(wrong).rejects.toMatchObject({ status: 400, code: "not-a-vcard" });
	});

	it("keep every address, and what is entered about either person whose addresses share one", async () => {
		const [jane, ben] = [await find("jane@shop"), await find("ben@gmail")];
		const shared = [jane.addresses[0] ?? "", ben.addresses[0] ?? ""];
		await client().importContacts({ body: { rows: [{ name: "Shared", emails: [...shared, "third@home.test"] }] } });
		for (const { id } of [jane, ben]) {
			await client().setContactCard({ params: { id }, body: { ...full, note: id } });
			expect((await client().getContact({ params: { id } })).card?.note).toBe(id);
		}
		await client().importContacts({ body: { rows: [{ emails: [shared[0] ?? "", "other@home.test"] }] } });
		expect((await find("other@home")).id).toBe((await find("jane@shop")).id);
		const { cards } = await client().deleteContactCard({ params: { id: jane.id } });
		expect(cards).toMatchObject([{ note: jane.id, emails: expect.arrayContaining([shared[0]]) }]);
		await client().deleteContactCard({ params: { id: ben.id } });
		const rest = await client().listContacts({ query: { q: "home.test" } });
		for (const { id } of rest.items) await client().deleteContactCard({ params: { id } });
		expect((await client().listContacts({ query: { q: "home.test" } })).total).toBe(0);
	});

	const whole = {
		...{ name: "Wren Q. Finch", firstName: "Wren", middleName: "Q.", lastName: "Finch", company: "Nest", position: "" },
		...{ phones: ["+49 (30) 123-45", "+49 171 99"], postalAddress: "", website: "", note: "Likes seeds" },
		...{ birthday: "--02-29", tags: ["Birds", "Tea"], customFields: [{ label: "Ring", value: "A-7 blue" }] },
		types: [{ value: "+49 171 99", type: "mobile" as const }],
	};
	const vcf = (...lines: string[]) => new TextEncoder().encode(["BEGIN:VCARD", ...lines, "END:VCARD"].join("\r\n"));

	it("have parts of a name, a birthday, tags, fields of the user's own and a picture, and are found by them", async () => {
		const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
		const lines = ["N:Finch;Wren;Q.;;", "EMAIL;TYPE=home:wren@nest.test", "EMAIL;PREF=1:w.finch@nest.test", "ORG:Nest"];
		const more = ["BDAY:--0229", "CATEGORIES:Birds,Tea", `PHOTO:data:image/png;base64,${png}`, "NOTE:Likes seeds"];
		const own = ["TEL:+49 (30) 123-45", "TEL;TYPE=cell:+49 171 99", "i.X-CUSTOM-FIELD:A-7 blue", "i.X-ABLabel:Ring"];
		await client().importVcard({}, { bytes: vcf(...lines, ...more, ...own) });
		const added = await find("w.finch");
		expect(added).toMatchObject({
			...{ name: "Wren Q. Finch", addresses: ["w.finch@nest.test", "wren@nest.test"], tags: ["Birds", "Tea"] },
			hasPhoto: true,
		});
		const { id } = added;
		expect((await client().getContact({ params: { id } })).card).toEqual({
			...whole,
			types: [{ value: "wren@nest.test", type: "home" }, ...whole.types],
		});
		const queries = ["finch wren", "tea", "blue", "seeds", "030 123 45", "+493012345", "nest wren q."];
		for (const q of queries) expect((await find(q)).id, q).toBe(id);
		expect((await client().listContacts({ query: { q: "030 124 45" } })).total).toBe(0);
		expect((await client().listContacts({ query: { tag: "Tea" } })).items.map((one) => one.id)).toEqual([id]);
		expect((await client().listContacts({ query: { tag: "tea" } })).total).toBe(0);
		const photo = await client().getContactPhoto({ params: { id } });
		expect(photo.headers.get("content-type")).toBe("image/png");
		expect(Buffer.from(await photo.arrayBuffer()).toString("base64")).toBe(png);
		const bea = client(await server.signUp());
		await expect(bea.getContactPhoto({ params: { id } })).rejects.toMatchObject({ status: 404 });
		const [card] = readVcards(
			Buffer.from(await (await client().exportContactsVcard({ body: { ids: [id] } })).arrayBuffer()),
		);
		expect(card).toMatchObject({
			...{ firstName: "Wren", middleName: "Q.", lastName: "Finch", birthday: "--02-29", categories: ["Birds", "Tea"] },
			...{ photo: { contentType: "image/png", base64: png }, fields: whole.customFields },
		});
		const csv = await (await client().exportContactsCsv({ body: { tag: "Tea" } })).text();
		expect(csv).toContain("Wren,Q.,Finch,--02-29,Birds; Tea,Ring: A-7 blue");
		const { cards } = await client().deleteContactCard({ params: { id } });
		await client().importContacts({ body: { rows: cards } });
		const restored = await find("w.finch");
		expect(restored).toMatchObject({ tags: ["Birds", "Tea"], hasPhoto: true });
		await client().deleteContactCard({ params: { id: restored.id } });
		expect(
			await server.ctx.database.query("select card_id from contact_photos where owner_id = $1", [ada.ownerId]),
		).toEqual([]);
	});

	it("complete one another: tags and fields are added, the user's own name stays whole", async () => {
		const { id } = await find("ben@gmail");
		await client().setContactCard({ params: { id }, body: { ...full, tags: ["Own"], birthday: "1980-01-02" } });
		const bytes = vcf("FN:Ben Other", "N:Other;Ben;;;", "EMAIL:ben@gmail.com", "BDAY:19900101", "CATEGORIES:Own,New");
		await client().importVcard({}, { bytes });
		expect((await client().getContact({ params: { id } })).card).toMatchObject({
			...{ name: "Ben Q. Doe", firstName: "", lastName: "", birthday: "1980-01-02", tags: ["Own", "New"] },
		});
		await client().setContactCard({ params: { id }, body: { ...full, name: "", firstName: "Ben", lastName: "Doe" } });
		expect((await client().getContact({ params: { id } })).card?.name).toBe("Ben Doe");
		await client().deleteContactCard({ params: { id } });
		const wrong = client().setContactCard({ params: { id }, body: { ...full, birthday: "2021-02-29" } });
		await expect(wrong).rejects.toMatchObject({ status: 400 });
	});

	it("are tagged together, with or without entered details, and listed by tag", async () => {
		const [ben, jane] = [await find("ben@gmail"), await find("jane@shop")];
		const ids = [ben.id, jane.id, randomUUID()];
		expect(await client().tagContacts({ body: { ids, add: ["Team", "Ink"] } })).toEqual({ changed: 2 });
		expect(await client().tagContacts({ body: { ids, add: ["Team"] } })).toEqual({ changed: 0 });
		await client().tagContacts({ body: { ids: [ben.id], remove: ["Ink"] } });
		expect((await client().listContactTags()).items).toEqual([
			{ tag: "Ink", contacts: 1 },
			{ tag: "Team", contacts: 2 },
		]);
		expect(await namesBy({ tag: "Team" })).toEqual(["ben@gmail.com", "jane@shop.test"]);
		expect(await find("ben@gmail")).toMatchObject({ name: "Ben Doe", tags: ["Team"] });
		const many = Array.from({ length: 50 }, (_, n) => `T${n}`);
		const tooMany = client().tagContacts({ body: { ids: [ben.id], add: many } });
		await expect(tooMany).rejects.toMatchObject({ code: "too-many-tags" });
		const bea = client(await server.signUp());
		expect(await bea.tagContacts({ body: { ids, add: ["Mine"] } })).toEqual({ changed: 0 });
		for (const { id } of [ben, jane]) await client().deleteContactCard({ params: { id } });
		expect((await client().listContactTags()).items).toEqual([]);
	});

	it("several requests with one import id are one import", async () => {
		const row = (email: string) => ({ rows: [{ name: email, emails: [email] }] });
		const { importId } = await client().importContacts({ body: row("one@rows.test") });
		await client().importContacts({ body: { ...row("two@rows.test"), importId } });
		expect((await client().listContacts({ query: { q: "@rows.test" } })).total).toBe(2);
		await client().undoContactImport({ params: { id: importId } });
		expect((await client().listContacts({ query: { q: "@rows.test" } })).total).toBe(0);
	});
});

describe("exports", () => {
	it("as vCards and as CSV: all that match, or those selected", async () => {
		const vcards = await client().exportContactsVcard({ body: {} });
		expect(vcards.headers.get("content-type")).toContain("text/vcard");
		const cards = [...readVcards(Buffer.from(await vcards.text()))];
		expect(cards.map(({ emails }) => emails)).toEqual([
			["ben@gmail.com"],
			["jane.roe@sales.shop.test"],
			["jane@shop.test"],
		]);
		expect(cards[2]).toMatchObject({ name: "Jane Roe", company: "Shop Ltd", phones: ["+4930901820"] });
		const { id } = await find("jane@shop");
		const csv = await client().exportContactsCsv({ body: { ids: [id] } });
		const rows = parse(await csv.text(), { bom: true, columns: true }) as Record<string, string>[];
		expect(rows).toHaveLength(1);
		expect(rows[0]).toMatchObject({
			...{ Name: "Jane Roe", Email: "jane@shop.test", Company: "Shop Ltd", Organization: "shop.test" },
			...{ Received: "2", Sent: "1", "Last Contact": "2026-01-03T12:00:00.000Z" },
		});
		const found = await (await client().exportContactsCsv({ body: { q: "ben" } })).text();
		expect(found).toContain("ben@gmail.com");
		expect(found).not.toContain("jane");
	});

	it("kind 4: an address is on one card in all of its spellings", async () => {
		const { ownerId } = await server.signUp();
		const spellings = [
			"Ann@bücher.test",
			"ann@xn--bcher-kva.test",
			"a\u200enn@bücher.test",
			"ann@bu\u0308cher.test\u2060",
		];
		const cards = spellings.map((email, index) => ({ name: `Ann ${index}`, emails: [email] }));
		expect(await importCards(server.ctx, ownerId, { cards })).toMatchObject({ added: 1, updated: 3, skipped: 0 });
	});

	it("have everyone whatever is read and stored at a time", async () => {
		const { database } = server.ctx;
		const eve = await server.signUp();
		const names = ["Ann", "Bob", "Cleo", "Ann", "Dora", "Emil", "Fay"];
		const cards = names.map((name) => ({ name, emails: [`${name.toLowerCase()}@chunks.test`] }));
		const imported = await importCards(server.ctx, eve.ownerId, { cards }, 2);
		expect(imported).toMatchObject({ added: 6, updated: 1, skipped: 0 });
		const query = { part: "all" as const };
		for (const page of [1, 2, 3, 6]) {
			const csv: string[] = [];
			for await (const line of csvOf(database, eve.ownerId, query, page)) csv.push(line);
			const rows = parse(csv.join(""), { bom: true, columns: true }) as Record<string, string>[];
			expect(rows.map(({ Name }) => Name)).toEqual(["Ann", "Bob", "Cleo", "Dora", "Emil", "Fay"]);
			const vcards: string[] = [];
			for await (const card of vcardsOf(database, eve.ownerId, { query, now: 0, page })) vcards.push(card);
			expect([...readVcards(Buffer.from(vcards.join("")))].map(({ name }) => name)).toEqual(
				rows.map(({ Name }) => Name),
			);
		}
	});
});
