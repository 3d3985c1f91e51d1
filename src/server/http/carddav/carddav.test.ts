import { createDAVClient, type DAVCredentials } from "tsdav";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readVcards } from "#kernel/card-parsing.ts";
import { signInContract } from "#shared/contracts/sign-in.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { contactsContract } from "#tools/contacts/contract.ts";

let server: TestServer;
let ada: TestUser;
let bea: TestUser;
let password = "";
beforeAll(async () => {
	server = await startTestServer();
	ada = await server.signUp();
	bea = await server.signUp();
	password = await appPassword(ada);
	await ada.client(contactsContract).importContacts({ body: { rows: [wren, kim] } });
	await bea.client(contactsContract).importContacts({ body: { rows: [{ name: "Of Bea", emails: ["b@bea.test"] }] } });
});
afterAll(() => server.close());

const wren = {
	...{
		firstName: "Wren",
		lastName: "Finch",
		emails: ["wren@nest.test"],
		phones: ["+49 171 99 & 1"],
		note: "<b>]]></b>",
	},
	...{ birthday: "--02-29", tags: ["Birds"], customFields: [{ label: "Ring", value: "A-7" }] },
};
const kim = { name: "김민준", emails: ["kim@lee.test"], company: "Lee & Co" };

async function appPassword(user: TestUser, scopes: ("carddav" | "mail:read")[] = ["carddav"]): Promise<string> {
	const body = JSON.stringify({ name: "Phone", scopes });
	const headers = { "content-type": "application/json" };
	const made = await user.fetch("/api/v1/api-keys", { method: "POST", headers, body });
	expect(made.status).toBe(201);
	return ((await made.json()) as { secret: string }).secret;
}

const basic = (user: string, secret: string) => `Basic ${Buffer.from(`${user}:${secret}`).toString("base64")}`;

/** A request as a phone sends it. */
function dav(
	method: string,
	path: string,
	{ body, depth = "0", secret = password, user = ada.email, headers = {} }: Sent = {},
) {
	return fetch(server.url + path, {
		method,
		redirect: "manual",
		headers: { authorization: basic(user, secret), depth, "content-type": "application/xml", ...headers },
		...(body !== undefined && { body }),
	});
}
interface Sent {
	body?: string;
	depth?: string;
	secret?: string;
	user?: string;
	headers?: Record<string, string>;
}

const BOOK = "/dav/addressbooks/contacts/";
const propfind = (...names: string[]) =>
	`<propfind xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:carddav" xmlns:S="http://calendarserver.org/ns/"><prop>${names
		.map((name) => `<${name}/>`)
		.join("")}</prop></propfind>`;

describe("a CardDAV client", () => {
	const clientFor = (credentials: DAVCredentials) =>
		createDAVClient({ serverUrl: server.url, credentials, authMethod: "Basic", defaultAccountType: "carddav" });

	it("finds the address book by the server's name, and reads it", async () => {
		const client = await clientFor({ username: ada.email, password });
		const [book, ...others] = await client.fetchAddressBooks();
		expect(others).toEqual([]);
		expect(book).toMatchObject({ displayName: "Contacts", url: server.url + BOOK });
		if (book === undefined) return;
		const found = await client.fetchVCards({ addressBook: book });
		const cards = found.flatMap(({ data }) => [...readVcards(Buffer.from(String(data)))]);
		expect(cards.map(({ name }) => name).toSorted()).toEqual(["Wren Finch", "김민준"]);
		expect(cards.find(({ lastName }) => lastName === "Finch")).toMatchObject({
			...{ emails: ["wren@nest.test"], phones: ["+49 171 99 & 1"], birthday: "--02-29", categories: ["Birds"] },
			note: "<b>]]></b>\n\nRing: A-7",
		});
		expect(cards.find(({ company }) => company !== "")).toMatchObject({
			lastName: "김",
			firstName: "민준",
			company: "Lee & Co",
		});
		expect(String(found[0]?.data)).toContain("VERSION:3.0");
	});

	it("sees by ETags and the collection's tag what changed", async () => {
		const client = await clientFor({ username: ada.email, password });
		const [book] = await client.fetchAddressBooks();
		if (book === undefined) throw new Error("There is no address book");
		const etags = async () =>
			new Map((await client.fetchVCards({ addressBook: book })).map(({ url, etag }) => [url, etag] as const));
		const before = await etags();
		expect((await client.isCollectionDirty({ collection: book })).isDirty).toBe(false);
		expect(await etags()).toEqual(before);
		await ada
			.client(contactsContract)
			.importContacts({ body: { rows: [{ emails: ["kim@lee.test"], phones: ["1"] }] } });
		expect((await client.isCollectionDirty({ collection: book })).isDirty).toBe(true);
		const after = await etags();
		expect([...after.keys()].toSorted()).toEqual([...before.keys()].toSorted());
		expect([...after].filter(([url, etag]) => before.get(url) !== etag)).toHaveLength(1);
	});

	it("is refused without an app password: with the account's own one, another user's, a key of the API, a revoked one", async () => {
		const key = await appPassword(ada, ["mail:read"]);
		for (const wrong of ["correct horse battery", await appPassword(bea), key, ""])
			expect((await dav("PROPFIND", BOOK, { secret: wrong })).status, wrong).toBe(401);
		const refused = await fetch(`${server.url}${BOOK}`, { method: "PROPFIND", headers: { cookie: ada.cookie } });
		expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([
			401,
			'Basic realm="Contacts", charset="UTF-8"',
		]);
		await expect(clientFor({ username: ada.email, password: "correct horse battery" })).rejects.toThrow();
		const lent = await appPassword(ada);
		expect((await dav("PROPFIND", BOOK, { secret: lent })).status).toBe(207);
		const { items } = await ada.client(signInContract).listApiKeys();
		const id = items.find(({ prefix }) => lent.startsWith(prefix))?.id ?? "";
		await ada.client(signInContract).deleteApiKey({ params: { id } });
		expect((await dav("PROPFIND", BOOK, { secret: lent })).status).toBe(401);
	});

	it("reads the contacts of its user alone, and nothing of the API", async () => {
		const { items } = await bea.client(contactsContract).listContacts({ query: {} });
		const foreign = `${BOOK}${items[0]?.id}.vcf`;
		expect((await dav("GET", foreign)).status).toBe(404);
		const body = `<C:addressbook-multiget xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:carddav"><prop><getetag/></prop><href>${foreign}</href><href>/elsewhere</href></C:addressbook-multiget>`;
		const many = await (await dav("REPORT", BOOK, { body })).text();
		expect(many.match(/404 Not Found/g)).toHaveLength(2);
		expect(many).not.toContain("getetag");
		expect((await dav("GET", foreign, { user: bea.email, secret: await appPassword(bea) })).status).toBe(200);
		for (const path of ["/api/v1/contacts", "/api/v1/emails", "/api/v1/settings", "/api/v1/accounts"]) {
			const answer = await fetch(server.url + path, { headers: { authorization: `Bearer ${password}` } });
			expect([path, answer.status]).toEqual([path, 403]);
		}
	});

	it("changes nothing", async () => {
		for (const method of ["PUT", "DELETE", "PROPPATCH", "MKCOL", "MOVE"])
			expect([method, (await dav(method, `${BOOK}x.vcf`, { body: "x" })).status]).toEqual([method, 403]);
		const text = await (await dav("PROPFIND", BOOK, { body: propfind("current-user-privilege-set") })).text();
		expect(text).toContain("<d:privilege><d:read/></d:privilege>");
		expect(text).not.toMatch(/write|bind/);
	});
});

describe("CardDAV requests", () => {
	it("are redirected from the well-known address (RFC 6764)", async () => {
		const answer = await fetch(`${server.url}/.well-known/carddav`, { method: "PROPFIND", redirect: "manual" });
		expect([answer.status, answer.headers.get("location")]).toEqual([301, "/dav/"]);
		expect((await dav("OPTIONS", "/dav/")).headers.get("dav")).toContain("addressbook");
	});

	it("name what there is, and what there is not", async () => {
		const text = await (
			await dav("PROPFIND", BOOK, { body: propfind("displayname", "S:getctag", "C:unknown") })
		).text();
		expect(text).toContain("<d:displayname>Contacts</d:displayname>");
		expect(text).toMatch(/<cs:getctag>[\w-]{27}<\/cs:getctag>/);
		expect(text).toMatch(/<card:unknown\/><\/d:prop><d:status>HTTP\/1\.1 404 Not Found/);
		const all = await (await dav("PROPFIND", "/dav/", { depth: "1" })).text();
		expect(all.match(/<d:response>/g)).toHaveLength(3);
		const names = await (await dav("PROPFIND", BOOK, { body: '<propfind xmlns="DAV:"><propname/></propfind>' })).text();
		expect(names).toContain("<d:displayname/>");
		expect((await dav("PROPFIND", BOOK, { depth: "infinity" })).status).toBe(403);
		expect((await dav("PROPFIND", "/dav/nowhere/")).status).toBe(404);
	});

	it.each([
		['<C:prop-filter name="FN"><C:text-match match-type="starts-with">wren</C:text-match></C:prop-filter>', 1],
		['<C:prop-filter name="EMAIL"><C:text-match>@LEE.</C:text-match></C:prop-filter>', 1],
		['<C:prop-filter name="FN"><C:text-match match-type="equals">wren</C:text-match></C:prop-filter>', 0],
		['<C:prop-filter name="BDAY"><C:is-not-defined/></C:prop-filter>', 1],
		['<C:prop-filter name="BDAY"/>', 1],
		['<C:prop-filter name="FN"><C:text-match negate-condition="yes">wren</C:text-match></C:prop-filter>', 1],
		["", 2],
	])("find cards by %s", async (filter, count) => {
		const body = `<C:addressbook-query xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:carddav"><prop><getetag/><C:address-data content-type="text/vcard" version="4.0"/></prop><C:filter>${filter}</C:filter></C:addressbook-query>`;
		const answer = await dav("REPORT", BOOK, { body, depth: "1" });
		expect(answer.status).toBe(207);
		const text = await answer.text();
		expect(text.match(/BEGIN:VCARD/g)?.length ?? 0).toBe(count);
		expect(text).not.toContain("VERSION:3.0");
	});

	it("say when there are more than they want, or what is not offered", async () => {
		const limited = `<C:addressbook-query xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:carddav"><prop><getetag/></prop><C:limit><C:nresults>1</C:nresults></C:limit></C:addressbook-query>`;
		const text = await (await dav("REPORT", BOOK, { body: limited })).text();
		expect([text.match(/<d:getetag>/g)?.length, text.includes("507 Insufficient Storage")]).toEqual([1, true]);
		for (const [body, status] of [
			['<sync-collection xmlns="DAV:"/>', 403],
			["<broken", 400],
			['<!DOCTYPE x [<!ENTITY a "b">]><propfind xmlns="DAV:"/>', 400],
		] as const)
			expect([body, (await dav("REPORT", BOOK, { body })).status]).toEqual([body, status]);
	});

	it("get a card with its ETag, and nothing where they have it", async () => {
		const { items } = await ada.client(contactsContract).listContacts({ query: { q: "wren" } });
		const path = `${BOOK}${items[0]?.id}.vcf`;
		const got = await dav("GET", path);
		const etag = got.headers.get("etag") ?? "";
		expect(etag).toMatch(/^"[\w-]{27}"$/);
		expect(got.headers.get("content-type")).toBe("text/vcard; charset=utf-8");
		expect((await dav("GET", path, { headers: { "if-none-match": etag } })).status).toBe(304);
		expect((await dav("GET", `${BOOK}${"0".repeat(36)}.vcf`)).status).toBe(404);
	});

	it("are limited after many wrong passwords", async () => {
		const statuses = await Promise.all(
			Array.from({ length: 40 }, async () => (await dav("PROPFIND", BOOK, { secret: "x".repeat(40) })).status),
		);
		expect(new Set(statuses)).toEqual(new Set([401, 429]));
	});
});
