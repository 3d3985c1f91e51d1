import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { outgoing, sendOptions } from "#providers/conformance-send.ts";
import { NotFound, ReadOnly } from "#server/mail/provider/errors.ts";
import type { ProviderSession } from "#server/mail/provider/session.ts";
import { type Google, startGoogle } from "#test/emulators/google.ts";
import { createGmailProvider } from "./provider.ts";
import { environmentOf, message, optionsFor } from "./testing.ts";

const people = Array.from({ length: 12 }, () => ({ email: `${randomUUID()}@gmail.example`, name: "Ann Example" }));
let google: Google;
let email: string;
const open: ProviderSession[] = [];
beforeAll(async () => {
	google = await startGoogle({ people });
});
afterAll(() => google.close());
afterEach(async () => {
	google.fail(null);
	for (const session of open.splice(0)) await session.close();
});

async function begin(access: "full" | "read" = "full"): Promise<ProviderSession> {
	email = people.pop()?.email ?? "";
	const session = await createGmailProvider(optionsFor(google)).open(await environmentOf(google, email, access));
	open.push(session);
	return session;
}

const add = (labels: string[], subject = "Letter"): string => google.addMessage(email, message(subject), { labels });
const labelsOf = (id: string): string[] => google.messages(email).find((one) => one.id === id)?.labels ?? [];
const spent = (from: number): number => google.requests.slice(from).reduce((sum, { units }) => sum + units, 0);

test("changes thousands of messages for a few units, and detects deleted ones", async () => {
	const session = await begin();
	const ids = Array.from({ length: 1_500 }, (_, n) => add(["INBOX", "UNREAD"], `Letter ${n}`));
	const gone = [ids[3] ?? "", ids[1_200] ?? ""];
	for (const id of gone) google.remove(email, id);
	const from = google.requests.length;
	const { missing } = await session.writer.setFlags(ids, { read: true, starred: true });
	expect(missing.sort()).toEqual(gone.sort());
	expect(google.messages(email).every(({ labels }) => !labels.includes("UNREAD") && labels.includes("STARRED"))).toBe(
		true,
	);
	expect(spent(from)).toBeLessThan(200);
});

test("applies a change once when responses are lost", async () => {
	const session = await begin();
	const ids = Array.from({ length: 40 }, () => add(["INBOX"]));
	google.fail({ seed: 5, lost: 0.15, truncated: 0.1, duplicated: 1, reordered: 1 });
	expect(await session.writer.setLabels(ids, { add: ["Reisen/Über Land"] })).toEqual({ missing: [], renamed: {} });
	google.fail(null);
	expect(google.labels(email).filter(({ name }) => name === "Reisen/Über Land")).toHaveLength(1);
	const { id = "" } = google.labels(email).find(({ name }) => name === "Reisen/Über Land") ?? {};
	expect(google.messages(email).every(({ labels }) => labels.includes(id))).toBe(true);
});

test("moves messages by their folder labels", async () => {
	const session = await begin();
	const id = add(["INBOX", "UNREAD", "Work"]);
	const own = labelsOf(id).filter((label) => label.startsWith("Label"));
	await session.writer.move([id], "TRASH");
	expect(labelsOf(id)).toEqual([...own, "TRASH", "UNREAD"]);
	await session.writer.move([id], "SPAM");
	expect(labelsOf(id)).toEqual([...own, "SPAM", "UNREAD"]);
	await session.writer.move([id], "ARCHIVE");
	expect(labelsOf(id)).toEqual([...own, "UNREAD"]);
	await session.writer.move([id], "INBOX");
	expect(labelsOf(id)).toEqual(["INBOX", ...own, "UNREAD"]);
	const sent = add(["SENT"]);
	await session.writer.move([sent], "TRASH");
	await session.writer.move([sent], "SENT");
	expect(labelsOf(sent)).toEqual(["SENT"]);
});

test("reports what Gmail cannot do", async () => {
	const session = await begin();
	const [sent, here] = [add(["SENT"]), add(["INBOX"])];
	const archived = await session.writer.move([sent, here], "ARCHIVE");
	expect(archived.refused).toEqual({ ids: [sent], reason: expect.stringContaining("sent email stays in Sent") });
	expect((await session.writer.move([here], "SENT")).refused?.ids).toEqual([here]);
	await expect(session.writer.move([here], "Label_1")).rejects.toBeInstanceOf(NotFound);
	await expect(session.writer.setLabels([here], { add: ["Inbox"] })).rejects.toThrow("no label named");
	await expect(session.writer.destroy([here])).rejects.toThrow("which Gmail empties after 30 days");
	expect(google.messages(email)).toHaveLength(2);
	// Google refuses it, too.
	const reply = await fetch(`${google.apiUrl}/gmail/v1/users/me/messages/batchDelete`, {
		method: "POST",
		headers: { authorization: `Bearer ${(await google.token(email)).accessToken}`, "content-type": "application/json" },
		body: JSON.stringify({ ids: [here] }),
	});
	expect(reply.status).toBe(403);
	expect(google.messages(email)).toHaveLength(2);
});

test("changes nothing with read-only access", async () => {
	const session = await begin("read");
	const id = add(["INBOX"]);
	const from = google.requests.length;
	await expect(session.writer.setFlags([id], { read: false })).rejects.toBeInstanceOf(ReadOnly);
	await expect(session.writer.setLabels([id], { add: ["x"] })).rejects.toBeInstanceOf(ReadOnly);
	await expect(session.writer.move([id], "TRASH")).rejects.toBeInstanceOf(ReadOnly);
	await expect(session.writer.destroy([id])).rejects.toBeInstanceOf(ReadOnly);
	await expect(session.sender?.send(outgoing(message("x")), sendOptions())).rejects.toBeInstanceOf(ReadOnly);
	await expect(session.drafts?.save(Buffer.from(message("x")))).rejects.toBeInstanceOf(ReadOnly);
	expect(google.requests.slice(from)).toEqual([]);
	const { messages } = await session.reader.listChanges(null, { limit: 10, signal: new AbortController().signal });
	expect(messages.map((message) => message.id)).toEqual([id]);
});
