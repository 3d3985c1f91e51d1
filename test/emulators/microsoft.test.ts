import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { testMessage } from "../dovecot/account.ts";
import { type Microsoft, startMicrosoft } from "./microsoft.ts";
import { type ApiClient, apiClientFor } from "./request.ts";

/** Each test has its own mailbox. */
const people = Array.from({ length: 30 }, (_, index) => ({
	email: `ann${index}@outlook.example`,
	name: "Ann Example",
}));
let microsoft: Microsoft;
let email: string;
let api: ApiClient;
beforeAll(async () => {
	microsoft = await startMicrosoft({ people, folderNames: { sentitems: "Gesendete Elemente" } });
});
beforeEach(async () => {
	email = people.pop()?.email ?? "";
	const { accessToken } = await microsoft.token(email);
	api = apiClientFor(`${microsoft.apiUrl}/v1.0`, () => accessToken);
});
afterAll(() => microsoft.close());

interface Message {
	id: string;
	subject?: string;
	isRead?: boolean;
	parentFolderId?: string;
	"@removed"?: object;
}
interface Folder {
	id: string;
	displayName: string;
	parentFolderId: string;
	"@removed"?: object;
}
interface List<Entry> {
	value: Entry[];
	"@odata.nextLink"?: string;
	"@odata.deltaLink"?: string;
}

const IMMUTABLE = { prefer: 'IdType="ImmutableId"' };
const mime = (text: string) => ({
	body: Buffer.from(text).toString("base64"),
	headers: { "content-type": "text/plain" },
});
const folderId = async (name: string) => (await api<Folder>(`/me/mailFolders/${name}`)).body.id;

/** All pages of a delta round, and the link to the next round. */
async function round<Entry>(link: string, headers: Record<string, string> = {}): Promise<[Entry[], string]> {
	const entries: Entry[] = [];
	for (let next: string | undefined = link; ; ) {
		const { body }: { body: List<Entry> } = await api<List<Entry>>(next, { headers });
		entries.push(...body.value);
		next = body["@odata.nextLink"];
		if (next === undefined) return [entries, body["@odata.deltaLink"] ?? ""];
	}
}

test("returns a message byte for byte, and selected properties", async () => {
	const bytes = Buffer.concat([Buffer.from(testMessage("Bytes")), Buffer.from([0xff, 0x00, 0x0d, 0x0a, 0xe4])]);
	const immutableId = microsoft.addMessage(email, bytes, { folder: "inbox", flag: "flagged", categories: ["Blue"] });
	const value = await fetch(`${microsoft.apiUrl}/v1.0/me/messages/${immutableId}/$value`, {
		headers: { authorization: `Bearer ${(await microsoft.token(email)).accessToken}` },
	});
	expect(Buffer.from(await value.arrayBuffer()).equals(bytes)).toBe(true);
	const { body } = await api(`/me/messages/${immutableId}`);
	expect(body).toMatchObject({
		...{ subject: "Bytes", isRead: false, isDraft: false, importance: "normal", categories: ["Blue"] },
		...{ flag: { flagStatus: "flagged" }, internetMessageId: "<Bytes@example.org>" },
		receivedDateTime: "2026-01-05T08:50:15Z",
		from: { emailAddress: { name: "Ann", address: "ann@example.org" } },
		parentFolderId: await folderId("inbox"),
	});
	expect(body.id).not.toBe(immutableId);
	expect(body).not.toHaveProperty("internetMessageHeaders");
	const selected = await api(
		`/me/messages/${immutableId}?$select=isRead,internetMessageHeaders&$expand=singleValueExtendedProperties($filter=id eq 'Long 0x0E08')`,
		{ headers: IMMUTABLE },
	);
	expect(selected.body).toEqual({
		"@odata.etag": expect.any(String),
		id: immutableId,
		isRead: false,
		internetMessageHeaders: expect.arrayContaining([{ name: "Subject", value: "Bytes" }]),
		singleValueExtendedProperties: [{ id: "Long 0xe08", value: String(bytes.length) }],
	});
	expect(microsoft.messages(email)).toMatchObject([{ immutableId, folder: "Inbox", raw: bytes, flag: "flagged" }]);
});

test("returns the user and their folders, with localized names", async () => {
	expect((await api("/me?$select=mail,displayName")).body).toEqual({ mail: email, displayName: "Ann Example" });
	expect((await api("/me/photo/$value")).headers.get("content-type")).toBe("image/png");
	microsoft.addMessage(email, testMessage("Counted"));
	const [all] = await round<Folder>("/me/mailFolders?$top=3");
	expect(all.map(({ displayName }) => displayName)).toContain("Gesendete Elemente");
	expect(all).toContainEqual(
		expect.objectContaining({
			...{ displayName: "Inbox", totalItemCount: 1, unreadItemCount: 1 },
			sizeInBytes: Buffer.byteLength(testMessage("Counted")),
		}),
	);
	expect(all[0]).not.toHaveProperty("wellKnownName");
	const [hidden] = await round<Folder>("/me/mailFolders?includeHiddenFolders=true&$top=100");
	expect(hidden.length).toBeGreaterThan(all.length);
	for (const name of ["inbox", "drafts", "sentitems", "deleteditems", "junkemail", "archive"])
		expect(await folderId(name)).not.toBe(name);
	expect((await api("/me/mailFolders/nonsense")).status).toBe(404);
});

test("creates, renames and deletes folders, and reports it", async () => {
	const [, link] = await round<Folder>("/me/mailFolders/delta");
	const { status, body } = await api<Folder>("/me/mailFolders", { json: { displayName: "Work" } });
	expect(status).toBe(201);
	expect((await api("/me/mailFolders", { json: { displayName: "work" } })).status).toBe(409);
	const child = await api<Folder>(`/me/mailFolders/${body.id}/childFolders`, { json: { displayName: "Deep" } });
	expect((await api(`/me/mailFolders/${body.id}/childFolders`)).body).toMatchObject({ value: [{ id: child.body.id }] });
	await api(`/me/mailFolders/${body.id}`, { method: "PATCH", json: { displayName: "Office" } });
	const [changed, later] = await round<Folder>(link);
	expect(changed).toEqual(
		expect.arrayContaining([
			expect.objectContaining({ id: body.id, displayName: "Office", parentFolderId: await folderId("msgfolderroot") }),
			expect.objectContaining({ id: child.body.id, parentFolderId: body.id }),
		]),
	);
	microsoft.addMessage(email, testMessage("Filed"), { folder: "Office/Deep" });
	expect(microsoft.messages(email)).toMatchObject([{ folder: "Office/Deep" }]);
	expect((await api(`/me/mailFolders/${body.id}`, { method: "DELETE" })).status).toBe(204);
	const gone = (await round<Folder>(later))[0].filter((folder) => folder["@removed"]);
	expect(gone.map(({ id }) => id).sort()).toEqual([body.id, child.body.id].sort());
	expect(microsoft.messages(email)).toEqual([]);
	expect((await api("/me/mailFolders/inbox", { method: "DELETE" })).status).toBe(400);
});

test("lists a folder in pages, then its changes", async () => {
	const ids = Array.from({ length: 25 }, (_, index) =>
		microsoft.addMessage(email, testMessage(`Letter ${index}`), { receivedAt: 1_700_000_000_000 + index * 1000 }),
	);
	const delta = "/me/mailFolders/inbox/messages/delta?$select=subject,isRead&$orderby=receivedDateTime desc";
	const page = await api<List<Message>>(delta, { headers: IMMUTABLE });
	expect(page.body.value).toHaveLength(10);
	const bigger = { prefer: 'odata.maxpagesize=20, IdType="ImmutableId"' };
	expect((await api<List<Message>>(delta, { headers: bigger })).body.value).toHaveLength(20);
	const [listed, link] = await round<Message>(delta, bigger);
	expect(listed.map(({ id }) => id)).toEqual(ids.toReversed());
	expect(listed[0]).toMatchObject({ subject: "Letter 24", isRead: false });

	const [read = "", flagged = "", moved = "", gone = "", back = ""] = ids;
	microsoft.modify(email, read, { isRead: true });
	microsoft.modify(email, flagged, { flag: "flagged" });
	microsoft.move(email, moved, "archive");
	microsoft.remove(email, gone);
	microsoft.move(email, back, "archive");
	microsoft.move(email, back, "inbox");
	const fresh = microsoft.addMessage(email, testMessage("Fresh"));
	const [changes, later] = await round<Message>(link, bigger);
	const byId = new Map(changes.map((change) => [change.id, change]));
	expect([...byId.keys()].sort()).toEqual([read, flagged, moved, gone, back, fresh].sort());
	expect(byId.get(read)).toEqual({
		...{ "@odata.type": "#microsoft.graph.message", id: read, isRead: true },
		parentFolderId: await folderId("inbox"),
	});
	expect(byId.get(flagged)).toMatchObject({ subject: "Letter 1" });
	expect([byId.get(moved), byId.get(gone)].map((change) => change?.["@removed"])).toEqual([
		{ reason: "deleted" },
		{ reason: "deleted" },
	]);
	expect(byId.get(back)).toMatchObject({ subject: "Letter 4" });
	const [archived] = await round<Message>("/me/mailFolders/archive/messages/delta", IMMUTABLE);
	expect(archived.map(({ id }) => id)).toEqual([moved]);
	expect((await round<Message>(later, bigger))[0]).toEqual([]);

	microsoft.modify(email, flagged, { isRead: true });
	const [unseen] = await round<Message>("/me/mailFolders/inbox/messages/delta?$select=subject");
	expect(unseen).toHaveLength(24);
	microsoft.forgetChanges(email);
	const stale = await api(later);
	expect(stale.status).toBe(410);
	expect(stale.body).toMatchObject({ error: { code: "syncStateNotFound" } });
	expect((await round<Message>(stale.headers.get("location") ?? "", bigger))[0]).toHaveLength(24);
	expect((await api("/me/messages/delta")).status).toBe(400);
});

test("ends a round in pages of one whose messages changed several times", async () => {
	const ids = ["One", "Two", "Three"].map((subject) => microsoft.addMessage(email, testMessage(subject)));
	const delta = "/me/mailFolders/inbox/messages/delta?$select=subject,isRead";
	const [, link] = await round<Message>(delta, IMMUTABLE);
	const [first = "", second = "", third = ""] = ids;
	let changed = 0;
	for (const id of [first, second, third, first]) microsoft.modify(email, id, { categories: [String(++changed)] });
	const [changes] = await round<Message>(link, { prefer: 'odata.maxpagesize=1, IdType="ImmutableId"' });
	expect(changes.map(({ id }) => id)).toEqual([second, third, first]);
});

test("does not report isRead changes unless selected", async () => {
	const id = microsoft.addMessage(email, testMessage("Read"));
	const [, link] = await round<Message>("/me/mailFolders/inbox/messages/delta?$select=subject");
	microsoft.modify(email, id, { isRead: true });
	const [changes, later] = await round<Message>(link);
	expect(changes).toEqual([]);
	microsoft.modify(email, id, { isRead: false, importance: "high" });
	expect((await round<Message>(later))[0]).toMatchObject([{ subject: "Read" }]);
});

test("changes ids of moved messages, unless they are immutable", async () => {
	const immutableId = microsoft.addMessage(email, testMessage("Wanderer"));
	const [before] = microsoft.messages(email);
	const moved = await api<Message>(`/me/messages/${before?.id}/move`, { json: { destinationId: "archive" } });
	expect(moved.status).toBe(201);
	expect(moved.body.id).not.toBe(before?.id);
	expect(moved.body.parentFolderId).toBe(await folderId("archive"));
	expect((await api(`/me/messages/${before?.id}`)).status).toBe(404);
	const again = await api<Message>(`/me/messages/${immutableId}/move`, {
		json: { destinationId: await folderId("inbox") },
		headers: IMMUTABLE,
	});
	expect(again.body.id).toBe(immutableId);
	const nowhere = await api(`/me/messages/${immutableId}/move`, { json: { destinationId: "nowhere" } });
	expect(nowhere.status).toBe(404);
});

test("updates, deletes and permanently deletes messages", async () => {
	const id = microsoft.addMessage(email, testMessage("Marked"));
	const marks = { isRead: true, importance: "high", categories: ["Red"], flag: { flagStatus: "complete" } };
	expect((await api(`/me/messages/${id}`, { method: "PATCH", json: marks })).body).toMatchObject(marks);
	expect(microsoft.messages(email)).toMatchObject([{ ...marks, flag: "complete" }]);
	expect((await api(`/me/messages/${id}`, { method: "DELETE" })).status).toBe(204);
	expect(microsoft.messages(email)).toEqual([]);
	expect((await api("/me/mailFolders/deleteditems")).body.totalItemCount).toBe(0);
	expect((await api("/me/mailFolders/recoverableitemsdeletions")).body.totalItemCount).toBe(1);
	expect((await api(`/me/messages/${id}`, { method: "DELETE" })).status).toBe(403);
	expect((await api(`/me/messages/${id}/permanentDelete`, { method: "POST" })).status).toBe(204);
	expect((await api(`/me/messages/${id}`)).status).toBe(404);
});

test("finds messages by their Message-ID and time", async () => {
	microsoft.addMessage(email, testMessage("One"), { receivedAt: Date.UTC(2026, 0, 1) });
	microsoft.addMessage(email, testMessage("Two"), { folder: "archive", receivedAt: Date.UTC(2026, 0, 2) });
	const subjects = async (query: string) =>
		(await api<List<Message>>(`/me/messages?${query}`)).body.value.map(({ subject }) => subject);
	expect(await subjects("$select=subject")).toEqual(["Two", "One"]);
	expect(await subjects("$filter=internetMessageId eq '<One@example.org>'")).toEqual(["One"]);
	expect(await subjects("$filter=receivedDateTime ge 2026-01-02T00:00:00Z and isRead eq false")).toEqual(["Two"]);
	expect((await api("/me/messages?$filter=nonsense")).status).toBe(400);
	const page = await api<List<Message>>("/me/messages?$top=1");
	expect((await api<List<Message>>(page.body["@odata.nextLink"] ?? "")).body.value).toMatchObject([{ subject: "One" }]);
});

test("sends and stores drafts in MIME, byte for byte", async () => {
	const other = people.pop()?.email ?? "";
	const text = testMessage("Sent")
		.replace("bob@example.net", other)
		.replace("\r\n\r\n", "\r\nBcc: c@example.net\r\n\r\n");
	expect((await api("/me/sendMail", mime(text))).status).toBe(202);
	expect(microsoft.messages(email)).toMatchObject([{ folder: "Gesendete Elemente", isRead: true }]);
	expect(microsoft.messages(email)[0]?.raw.toString()).toBe(text);
	expect(microsoft.messages(other)[0]?.raw.toString()).not.toContain("Bcc");
	expect((await api("/me/sendMail", { body: "no base64!", headers: { "content-type": "text/plain" } })).status).toBe(
		400,
	);

	const draft = await api<Message>("/me/messages", { ...mime(text), headers: { ...mime("").headers, ...IMMUTABLE } });
	expect(draft.body).toMatchObject({ isDraft: true, parentFolderId: await folderId("drafts") });
	expect((await api(`/me/messages/${draft.body.id}/send`, { method: "POST" })).status).toBe(202);
	const sent = microsoft.messages(email).find(({ immutableId }) => immutableId === draft.body.id);
	expect(sent).toMatchObject({ isDraft: false, folder: "Gesendete Elemente" });
	expect(microsoft.messages(other)).toHaveLength(2);
	const message = { subject: "As JSON", toRecipients: [{ emailAddress: { address: other } }] };
	expect((await api("/me/sendMail", { json: { message, saveToSentItems: false } })).status).toBe(202);
	expect([microsoft.messages(email).length, microsoft.messages(other).length]).toEqual([2, 3]);
});

test("applies the user's rules to new mail, and keeps categories", async () => {
	const folder = microsoft.addFolder(email, "Ann");
	const rule = {
		...{ displayName: "Ann's", sequence: 1, isEnabled: true, conditions: { senderContains: ["ann@"] } },
		actions: { moveToFolder: folder, markAsRead: true, assignCategories: ["Blue"] },
	};
	const rules = "/me/mailFolders/inbox/messageRules";
	const made = await api<{ id: string }>(rules, { json: rule });
	expect(made.status).toBe(201);
	microsoft.addMessage(email, testMessage("Ruled"));
	expect(microsoft.messages(email)).toMatchObject([{ folder: "Ann", isRead: true, categories: ["Blue"] }]);
	await api(`${rules}/${made.body.id}`, { method: "PATCH", json: { isEnabled: false } });
	microsoft.addMessage(email, testMessage("Unruled"));
	expect(microsoft.messages(email)).toContainEqual(expect.objectContaining({ folder: "Inbox" }));
	expect((await api(`${rules}/${made.body.id}`, { method: "DELETE" })).status).toBe(204);
	expect((await api(rules)).body).toEqual({ value: [] });

	const category = { displayName: "Blue", color: "preset7" };
	expect((await api("/me/outlook/masterCategories", { json: category })).body).toMatchObject(category);
	expect((await api("/me/outlook/masterCategories", { json: category })).status).toBe(409);
	expect((await api("/me/outlook/masterCategories")).body).toMatchObject({ value: [category] });
});

test("answers batch requests, each with its own headers", async () => {
	const ids = [1, 2].map((index) => microsoft.addMessage(email, testMessage(`Letter ${index}`)));
	interface Responses {
		responses: { id: string; status: number; body: Message & string }[];
	}
	const batch = (requests: object[]) => api<Responses>("/$batch", { json: { requests }, headers: IMMUTABLE });
	const json = { "content-type": "application/json" };
	const { body } = await batch([
		{ id: "mime", method: "GET", url: `/me/messages/${ids[0]}/$value` },
		{ id: "usual", method: "GET", url: `/me/messages/${ids[0]}?$select=subject` },
		{ id: "immutable", method: "GET", url: `/me/messages/${ids[0]}?$select=subject`, headers: IMMUTABLE },
		{ id: "missing", method: "GET", url: "/me/messages/AAMk-unknown" },
		{ id: "patch", method: "PATCH", url: `/me/messages/${ids[1]}`, headers: json, body: { isRead: true } },
		{ id: "after", method: "GET", url: `/me/messages/${ids[1]}?$select=isRead`, dependsOn: ["patch"] },
		{ id: "never", method: "GET", url: "/me", dependsOn: ["missing"] },
	]);
	const of = (id: string) => body.responses.find((one) => one.id === id);
	expect(Buffer.from(of("mime")?.body ?? "", "base64").toString()).toBe(testMessage("Letter 1"));
	expect(of("usual")?.body.id).not.toBe(ids[0]);
	expect(of("immutable")?.body.id).toBe(ids[0]);
	expect(["missing", "patch", "never"].map((id) => of(id)?.status)).toEqual([404, 200, 424]);
	expect(of("after")?.body.isRead).toBe(true);
	expect(microsoft.peakConcurrency(email)).toBeLessThanOrEqual(4);
	const many = Array.from({ length: 21 }, (_, index) => ({ id: String(index), method: "GET", url: "/me" }));
	expect((await batch(many)).status).toBe(400);
	expect((await batch([{ id: "1", method: "PATCH", url: `/me/messages/${ids[1]}`, body: {} }])).status).toBe(400);
});

test("notifies subscribers after endpoint validation", async () => {
	const notifications: { value: { clientState: string; changeType: string; resourceData: { id: string } }[] }[] = [];
	const subscriber = createServer((request, reply) => {
		const token = new URL(request.url ?? "", "http://localhost").searchParams.get("validationToken");
		if (token !== null) return void reply.setHeader("content-type", "text/plain").end(token);
		request.setEncoding("utf8").on("data", (text: string) => notifications.push(JSON.parse(text)));
		request.on("end", () => reply.writeHead(202).end());
	});
	await new Promise<void>((resolve) => subscriber.listen(0, "127.0.0.1", resolve));
	const notificationUrl = `http://localhost:${(subscriber.address() as AddressInfo).port}/notices?x=1`;
	const expirationDateTime = new Date(Date.now() + 3_600_000).toISOString();
	const wanted = {
		changeType: "created,updated",
		resource: "/me/mailFolders('inbox')/messages",
		clientState: "secret",
	};
	const subscribe = (more: object) =>
		api<{ id: string }>("/subscriptions", {
			json: { ...wanted, notificationUrl, expirationDateTime, ...more },
			headers: IMMUTABLE,
		});
	expect((await subscribe({ notificationUrl: microsoft.apiUrl })).status).toBe(400);
	expect((await subscribe({ expirationDateTime: "2099-01-01T00:00:00Z" })).status).toBe(400);
	const { body, status } = await subscribe({});
	expect(status).toBe(201);
	const id = microsoft.addMessage(email, testMessage("Noticed"));
	microsoft.addMessage(email, testMessage("Elsewhere"), { folder: "archive" });
	await expect
		.poll(() => notifications.flatMap(({ value }) => value))
		.toMatchObject([{ clientState: "secret", changeType: "created", resourceData: { id } }]);
	expect((await api(`/subscriptions/${body.id}`, { method: "PATCH", json: { expirationDateTime } })).status).toBe(200);
	expect((await api(`/subscriptions/${body.id}`, { method: "DELETE" })).status).toBe(204);
	expect((await api("/subscriptions")).body).toEqual({ value: [] });
	await new Promise((resolve) => subscriber.close(resolve));
});

test("lists five thousand messages in seconds", { timeout: 20_000 }, async () => {
	for (let index = 0; index < 5_000; index++)
		microsoft.addMessage(email, testMessage(`Letter ${index}`), { receivedAt: index * 1000 });
	const [all] = await round<Message>("/me/mailFolders/inbox/messages/delta?$select=isRead", {
		prefer: "odata.maxpagesize=200",
	});
	expect(new Set(all.map(({ id }) => id)).size).toBe(5_000);
});
