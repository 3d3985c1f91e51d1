import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { testMessage } from "../dovecot/account.ts";
import { type Google, startGoogle } from "./google.ts";
import { type ApiClient, apiClientFor } from "./request.ts";

/** Each test has its own mailbox. */
const people = Array.from({ length: 30 }, (_, index) => ({ email: `ann${index}@gmail.example`, name: "Ann Example" }));
const EVERYTHING = ["openid", "https://mail.google.com/", "https://www.googleapis.com/auth/gmail.settings.basic"];
let google: Google;
let email: string;
let api: ApiClient;
beforeAll(async () => {
	google = await startGoogle({ people });
});
beforeEach(async () => {
	email = people.pop()?.email ?? "";
	const { accessToken } = await google.token(email, "full", EVERYTHING);
	api = apiClientFor(`${google.apiUrl}/gmail/v1/users/me`, () => accessToken);
});
afterAll(() => google.close());

interface Page {
	messages?: { id: string; threadId: string }[];
	nextPageToken?: string;
}
interface HistoryRecord {
	id: string;
	messagesAdded?: { message: { id: string; labelIds?: string[] } }[];
	messagesDeleted?: { message: { id: string } }[];
	labelsAdded?: { message: { id: string; labelIds?: string[] }; labelIds: string[] }[];
	labelsRemoved?: { message: { id: string }; labelIds: string[] }[];
}
interface History {
	history?: HistoryRecord[];
	historyId: string;
	nextPageToken?: string;
}

const idsOf = async (query: string) =>
	((await api<Page>(`/messages?${query}`)).body.messages ?? []).map(({ id }) => id);
const search = (q: string) => idsOf(`q=${encodeURIComponent(q)}`);
const historyId = async () => (await api<History>("/profile")).body.historyId;
const raw = (text: string) => Buffer.from(text).toString("base64url");
const reply = (subject: string, to: string, answers?: string) =>
	testMessage(subject)
		.replace("bob@example.net", to)
		.replace("Subject:", answers === undefined ? "Subject:" : `In-Reply-To: <${answers}>\r\nSubject:`);

test("returns a message byte for byte, and its headers alone", async () => {
	const bytes = Buffer.concat([Buffer.from(testMessage("Bytes")), Buffer.from([0xff, 0x00, 0x0d, 0x0a, 0xe4])]);
	const id = google.addMessage(email, bytes, { labels: ["INBOX"] });
	const { body } = await api(`/messages/${id}?format=raw`);
	expect(Buffer.from(String(body.raw), "base64url").equals(bytes)).toBe(true);
	expect(body).toMatchObject({
		id,
		labelIds: ["INBOX"],
		internalDate: String(Date.UTC(2026, 0, 5, 8, 50, 15)),
		sizeEstimate: bytes.length,
		historyId: expect.stringMatching(/^\d+$/),
	});
	const metadata = await api(`/messages/${id}?format=metadata&metadataHeaders=message-id&metadataHeaders=Subject`);
	expect(metadata.body.payload).toMatchObject({
		headers: [
			{ name: "Subject", value: "Bytes" },
			{ name: "Message-ID", value: "<Bytes@example.org>" },
		],
	});
	expect((await api(`/messages/${id}?format=minimal`)).body).not.toHaveProperty("payload");
	expect(google.messages(email)).toMatchObject([{ id, labels: ["INBOX"], raw: bytes }]);
});

test("returns a message in parts, with separate attachments", async () => {
	const mixed = [
		"Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=",
		'From: =?utf-8?q?M=C3=BCller=2C_J=C3=B6rg?= <joerg@example.org>\r\nContent-Type: multipart/mixed; boundary="b"',
		"",
		"--b\r\nContent-Type: text/plain\r\n\r\nHello\r\n",
		'--b\r\nContent-Type: application/pdf; name="a.pdf"\r\nContent-Disposition: attachment\r\n\r\nPDF\r\n--b--\r\n',
	].join("\r\n");
	const id = google.addMessage(email, mixed);
	const { body } = await api<{ payload: { headers: unknown[]; parts: { body: { attachmentId?: string } }[] } }>(
		`/messages/${id}`,
	);
	expect(body.payload.headers).toContainEqual({ name: "Subject", value: "Grüße" });
	expect(body.payload.headers).toContainEqual({ name: "From", value: '"Müller, Jörg" <joerg@example.org>' });
	const file = body.payload.parts[1]?.body.attachmentId;
	const attachment = await api(`/messages/${id}/attachments/${file}`);
	expect(Buffer.from(String(attachment.body.data), "base64url").toString().trim()).toBe("PDF");
});

test("lists newest first, in pages, while mail arrives", async () => {
	const ids = Array.from({ length: 12 }, (_, index) =>
		google.addMessage(email, testMessage(`Letter ${index}`), { receivedAt: 1_700_000_000_000 + index }),
	);
	google.addMessage(email, testMessage("Rubbish"), { labels: ["SPAM"] });
	const first = await api<Page>("/messages?maxResults=5");
	expect(first.body.messages?.map(({ id }) => id)).toEqual(ids.slice(7).reverse());
	google.addMessage(email, testMessage("Newer"), { receivedAt: 1_800_000_000_000 });
	const second = await api<Page>(`/messages?maxResults=500&pageToken=${first.body.nextPageToken}`);
	expect(second.body.messages?.map(({ id }) => id)).toEqual(ids.slice(0, 7).reverse());
	expect(second.body.nextPageToken).toBeUndefined();
	expect(await idsOf("includeSpamTrash=true")).toHaveLength(14);
	expect(await idsOf("labelIds=SPAM&includeSpamTrash=true")).toHaveLength(1);
	expect((await api("/messages?labelIds=INBOX&labelIds=SPAM")).body).not.toHaveProperty("messages");
	expect((await api("/messages/nonsense-id")).status).toBe(400);
	expect((await api("/messages/17ffffffffffffff")).status).toBe(404);
});

test("supports the searches that programs use", async () => {
	const add = (subject: string, labels: string[], receivedAt: number) =>
		google.addMessage(email, testMessage(subject), { labels, receivedAt });
	const offer = add("Offer", ["INBOX", "UNREAD", "CATEGORY_PROMOTIONS"], Date.UTC(2026, 0, 2, 9));
	const plain = add("Plain news", ["INBOX", "Work/Projects"], Date.UTC(2026, 0, 3, 9));
	const gone = add("Gone", ["TRASH"], Date.UTC(2026, 0, 4, 9));
	const put = add("Put away", [], Date.UTC(2026, 0, 5, 9));
	expect(await search("category:promotions")).toEqual([offer]);
	expect(await search("category:primary")).toEqual([plain]);
	expect(await search("rfc822msgid:<Put-away@example.org>")).toEqual([put]);
	expect(await search("rfc822msgid:Put-away@example.org OR rfc822msgid:Offer@example.org")).toEqual([put, offer]);
	expect(await search("in:trash")).toEqual([gone]);
	expect(await search("in:anywhere")).toHaveLength(4);
	expect(await search("in:archive")).toEqual([put]);
	expect(await search("label:work-projects")).toEqual([plain]);
	expect(await search("is:unread")).toEqual([offer]);
	expect(await search("-in:inbox")).toEqual([put]);
	expect(await search("subject:(plain news)")).toEqual([plain]);
	expect(await search("from:ann@example.org after:2026/01/03 before:2026/01/04")).toEqual([plain]);
	expect(await search(`after:${Date.UTC(2026, 0, 4) / 1000}`)).toEqual([put]);
	expect(await search("{subject:offer subject:plain} is:read")).toEqual([plain]);
	expect(await search('"nowhere to be found"')).toEqual([]);
});

test("lists changes since a history id, and rejects old ones", async () => {
	const start = await historyId();
	const id = google.addMessage(email, testMessage("New"), { labels: ["INBOX", "UNREAD"] });
	await api(`/messages/${id}/modify`, { json: { addLabelIds: ["STARRED"], removeLabelIds: ["UNREAD"] } });
	google.modify(email, id, { add: ["Mine"] });
	google.remove(email, id);
	const { body } = await api<History>(`/history?startHistoryId=${start}`);
	expect(
		body.history?.flatMap((record) => Object.keys(record).filter((key) => /s(Added|Deleted|Removed)$/.test(key))),
	).toEqual(["messagesAdded", "labelsAdded", "labelsRemoved", "labelsAdded", "messagesDeleted"]);
	expect(body.history?.[1]?.labelsAdded?.[0]).toMatchObject({
		message: { id, labelIds: expect.arrayContaining(["STARRED"]) },
		labelIds: ["STARRED"],
	});
	const ids = body.history?.map((record) => Number(record.id)) ?? [];
	expect(ids).toEqual(ids.toSorted((a, b) => a - b));
	expect(body.historyId).toBe(await historyId());

	const paged = await api<History>(`/history?startHistoryId=${start}&maxResults=2`);
	const rest = await api<History>(`/history?startHistoryId=${start}&pageToken=${paged.body.nextPageToken}`);
	expect([...(paged.body.history ?? []), ...(rest.body.history ?? [])]).toEqual(body.history);
	const deleted = await api<History>(`/history?startHistoryId=${start}&historyTypes=messageDeleted`);
	expect(deleted.body.history).toHaveLength(1);
	const inSpam = await api<History>(`/history?startHistoryId=${start}&labelId=SPAM`);
	expect(inSpam.body).toEqual({ historyId: body.historyId });

	google.forgetHistory(email);
	expect((await api(`/history?startHistoryId=${start}`)).status).toBe(404);
	expect((await api(`/history?startHistoryId=${await historyId()}`)).status).toBe(200);
	expect((await api("/history")).status).toBe(400);
});

test("labels in batches, and rejects what Gmail rejects", async () => {
	const ids = [1, 2, 3].map((index) => google.addMessage(email, testMessage(`Letter ${index}`)));
	const many = await api("/messages/batchModify", {
		json: { ids: [...ids, "17ffffffffffffff"], addLabelIds: ["SPAM"], removeLabelIds: ["UNREAD"] },
	});
	expect(many.status).toBe(204);
	expect(google.messages(email).map(({ labels }) => labels)).toEqual([["SPAM"], ["SPAM"], ["SPAM"]]);
	const refused = async (json: unknown) => (await api("/messages/batchModify", { json })).status;
	expect(await refused({ ids: Array(1001).fill(ids[0]), addLabelIds: ["STARRED"] })).toBe(400);
	expect(await refused({ ids, addLabelIds: ["SENT"] })).toBe(400);
	expect(await refused({ ids, addLabelIds: ["Label_unknown"] })).toBe(400);
	expect((await api(`/messages/${ids[0]}/trash`, { method: "POST" })).body.labelIds).toEqual(["TRASH"]);
	expect((await api(`/messages/${ids[0]}/untrash`, { method: "POST" })).body).not.toHaveProperty("labelIds");
	expect((await api(`/messages/${ids[0]}`, { method: "DELETE" })).status).toBe(204);
	expect((await api("/messages/batchDelete", { json: { ids } })).status).toBe(204);
	expect(google.messages(email)).toEqual([]);
});

test("manages user labels", async () => {
	const { body } = await api<{ id: string }>("/labels", { json: { name: "Work" } });
	expect((await api("/labels", { json: { name: "work" } })).status).toBe(409);
	expect((await api("/labels", { json: { name: "" } })).status).toBe(400);
	google.addMessage(email, testMessage("Labelled"), { labels: [body.id, "UNREAD"] });
	expect((await api(`/labels/${body.id}`)).body).toMatchObject({
		messagesTotal: 1,
		messagesUnread: 1,
		threadsTotal: 1,
	});
	const list = await api<{ labels: object[] }>("/labels");
	expect(list.body.labels).toContainEqual(expect.objectContaining({ id: body.id, name: "Work", type: "user" }));
	expect(list.body.labels).not.toContainEqual(expect.objectContaining({ messagesTotal: 1 }));
	await api(`/labels/${body.id}`, { method: "PATCH", json: { name: "Office" } });
	expect(google.labels(email)).toContainEqual(expect.objectContaining({ id: body.id, name: "Office" }));
	expect((await api(`/labels/${body.id}`, { method: "DELETE" })).status).toBe(204);
	expect(google.messages(email)[0]?.labels).toEqual(["UNREAD"]);
	expect((await api("/labels/INBOX", { method: "DELETE" })).status).toBe(400);
});

test("sends into threads, and to other local users", async () => {
	const other = people.pop()?.email ?? "";
	const question = google.addMessage(email, testMessage("Question"));
	const thread = google.messages(email)[0]?.threadId;
	const answer = reply("Re: Question", other, "Question@example.org").replace("\r\n\r\n", `\r\nBcc: ${email}\r\n\r\n`);
	const sent = await api("/messages/send", { json: { raw: raw(answer), threadId: thread } });
	expect(sent.body).toMatchObject({ threadId: thread, labelIds: ["SENT", "INBOX", "UNREAD"] });
	const stray = await api("/messages/send", { json: { raw: raw(reply("Another", other)), threadId: thread } });
	expect(stray.body.threadId).not.toBe(thread);
	expect(google.messages(other).map(({ raw: bytes }) => bytes.toString().includes("Bcc:"))).toEqual([false, false]);
	expect((await api("/messages/send", { json: { raw: raw("Subject: Nobody\r\n\r\n") } })).status).toBe(400);
	expect((await api("/messages/send", { json: { raw: raw(answer), threadId: "17ffffffffffffff" } })).status).toBe(404);
	const upload = apiClientFor(`${google.apiUrl}/upload/gmail/v1/users/me`, () => "");
	expect((await upload("/messages/send?uploadType=media", { body: answer })).status).toBe(401);
	expect(google.messages(email).find(({ id }) => id === question)?.threadId).toBe(thread);
});

test("keeps drafts, whose message is replaced on each change", async () => {
	const to = people.pop()?.email ?? "";
	const created = await api<{ id: string; message: { id: string } }>("/drafts", {
		json: { message: { raw: raw(reply("Draft", to)) } },
	});
	const { id, message } = created.body;
	const updated = await api<{ id: string; message: { id: string } }>(`/drafts/${id}`, {
		method: "PUT",
		json: { message: { raw: raw(reply("Draft two", to)) } },
	});
	expect(updated.body.id).toBe(id);
	expect(updated.body.message.id).not.toBe(message.id);
	expect((await api("/drafts")).body).toMatchObject({ drafts: [{ id, message: { id: updated.body.message.id } }] });
	expect(google.messages(email)).toHaveLength(1);
	await api("/drafts/send", { json: { id } });
	expect(google.messages(email)).toMatchObject([{ labels: ["SENT"] }]);
	expect(google.messages(to)).toMatchObject([{ labels: ["INBOX", "UNREAD"] }]);
	expect((await api("/drafts")).body).not.toHaveProperty("drafts");
});

test("inserts and imports with their own dates", async () => {
	const inserted = await api<{ id: string }>("/messages?internalDateSource=dateHeader", {
		json: { raw: raw(testMessage("Old")), labelIds: ["INBOX"] },
	});
	expect((await api(`/messages/${inserted.body.id}?format=minimal`)).body.internalDate).toBe("1767603015000");
	expect((await api("/messages/import", { json: { raw: raw(testMessage("Older")) } })).status).toBe(200);
	expect(google.messages(email).map(({ labels }) => labels)).toEqual([[], ["INBOX"]]);
});

test("applies the user's filters to new mail", async () => {
	const label = await api<{ id: string }>("/labels", { json: { name: "Ann" } });
	const json = {
		criteria: { from: "ann@example.org" },
		action: { addLabelIds: [label.body.id], removeLabelIds: ["INBOX"] },
	};
	const made = await api<{ id: string }>("/settings/filters", { json });
	expect((await api("/settings/filters", { json })).status).toBe(400);
	google.addMessage(email, testMessage("Filed"));
	expect(google.messages(email)[0]?.labels).toEqual([label.body.id, "UNREAD"].sort());
	expect((await api("/settings/filters")).body).toMatchObject({ filter: [{ id: made.body.id, ...json }] });
	expect((await api(`/settings/filters/${made.body.id}`, { method: "DELETE" })).status).toBe(204);
	expect((await api("/settings/filters")).body).toEqual({});
});

test("answers batch requests individually", async () => {
	const ids = [1, 2].map((index) => google.addMessage(email, testMessage(`Letter ${index}`)));
	const { accessToken } = await google.token(email, "full", EVERYTHING);
	const asBatch = (paths: string[]) =>
		apiClientFor(google.apiUrl, () => accessToken)("/batch/gmail/v1", {
			headers: { "content-type": "multipart/mixed; boundary=cut" },
			body: `${paths
				.map((path, index) => `--cut\r\nContent-Type: application/http\r\nContent-ID: <r${index}>\r\n\r\n${path}\r\n`)
				.join("")}--cut--`,
		});
	const paths = [...ids, "17ffffffffffffff"].map((id) => `GET /gmail/v1/users/me/messages/${id}?format=raw\r\n`);
	const modify = `POST /gmail/v1/users/me/messages/${ids[0]}/modify\r\nContent-Type: application/json\r\n\r\n{"addLabelIds":["STARRED"]}`;
	const { text, headers } = await asBatch([...paths, modify]);
	const cut = /boundary=(\S+)/.exec(headers.get("content-type") ?? "")?.[1] ?? "";
	const parts = text.split(`--${cut}`).slice(1, -1);
	const statusOf = (id: string) =>
		parts.find((part) => part.includes(`Content-ID: <response-${id}>`))?.match(/HTTP\/1\.1 (\d+)/)?.[1];
	expect(["r0", "r1", "r2", "r3"].map(statusOf)).toEqual(["200", "200", "404", "200"]);
	expect(google.messages(email).find(({ id }) => id === ids[0])?.labels).toContain("STARRED");
	expect((await asBatch(Array(101).fill(paths[0]))).status).toBe(400);
});

test("lists five thousand messages in seconds", { timeout: 20_000 }, async () => {
	for (let index = 0; index < 5_000; index++)
		google.addMessage(email, testMessage(`Letter ${index}`), { receivedAt: index });
	const seen = new Set<string>();
	let token = "";
	do {
		const { body } = await api<Page>(`/messages?maxResults=500${token && `&pageToken=${token}`}`);
		for (const { id } of body.messages ?? []) seen.add(id);
		token = body.nextPageToken ?? "";
	} while (token !== "");
	expect(seen.size).toBe(5_000);
});
