import { createHash, randomBytes, randomUUID } from "node:crypto";
import MailComposer from "nodemailer/lib/mail-composer";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { fetchAll } from "#providers/conformance-mailbox.ts";
import { outgoing, sendOptions } from "#providers/conformance-send.ts";
import { Unavailable } from "#server/mail/provider/errors.ts";
import type { ProviderSession } from "#server/mail/provider/session.ts";
import { type Google, startGoogle } from "#test/emulators/google.ts";
import { messageParts } from "#test/emulators/messages.ts";
import { createGmailProvider } from "../provider.ts";
import { environmentOf, message, optionsFor } from "../testing.ts";

const people = Array.from({ length: 8 }, () => ({ email: `${randomUUID()}@gmail.example`, name: "Ann Example" }));
let google: Google;
let email: string;
let session: ProviderSession;
beforeAll(async () => {
	google = await startGoogle({ people });
});
afterAll(() => google.close());
afterEach(async () => {
	google.fail(null);
	await session.close();
});

async function begin(): Promise<void> {
	email = people.pop()?.email ?? "";
	session = await createGmailProvider(optionsFor(google)).open(await environmentOf(google, email));
}

const found = (id: string | null | undefined) => google.messages(email).find((message) => message.id === id);

test("sends a reply in the thread of the message it replies to", async () => {
	await begin();
	const question = google.addMessage(email, message("Lunch?", { id: "question@example.org" }));
	const raw = message("Re: Lunch?", { answers: "question@example.org" });
	const sent = await session.sender?.send(outgoing(raw), sendOptions());
	expect(found(sent?.id)).toMatchObject({ labels: ["SENT"], threadId: found(question)?.threadId });
	expect(found(sent?.id)?.raw.toString()).toBe(raw);
});

test("sends a message that is no reply as a new thread, also when it is large", async () => {
	await begin();
	const text = randomBytes(4_000_000).toString("base64").replace(/.{76}/g, "$&\r\n");
	const raw = message("Large", { text });
	const sent = await session.sender?.send(outgoing(raw), sendOptions());
	expect(found(sent?.id)?.raw.toString()).toBe(raw);
	expect(found(sent?.id)?.threadId).toBe(sent?.id);
});

test("sends files of 25 MB, which come back from Sent byte for byte", async () => {
	await begin();
	const files = [15, 10].map((size) => randomBytes(size * 1024 * 1024));
	const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
	const attachments = files.map((content, index) => ({ filename: `Plän ${index}.bin`, content }));
	const raw = await new MailComposer({ ...{ from: email, to: "bob@example.net", subject: "Plans" }, attachments })
		.compile()
		.build();
	const { id = "" } = (await session.sender?.send(outgoing(raw), sendOptions())) ?? {};
	const copy = (await fetchAll(session, [id ?? ""], "full")).get(id ?? "");
	const parts = await messageParts(copy ?? Buffer.of());
	const hashes = parts.attachments.map(({ content }) => hashOf(new Uint8Array(content as ArrayBuffer)));
	expect(hashes).toEqual(files.map(hashOf));
	expect(parts.attachments.map(({ filename }) => filename)).toEqual(["Plän 0.bin", "Plän 1.bin"]);
});

test("never sends twice", async () => {
	await begin();
	google.fail({ lost: 1, only: ({ path }) => path.endsWith("/send") });
	await expect(session.sender?.send(outgoing(message("Once")), sendOptions())).rejects.toBeInstanceOf(Unavailable);
	google.fail(null);
	expect(google.messages(email)).toHaveLength(1);
	// A refused request was not sent.
	google.fail({ rateLimited: 1, times: 2 });
	await session.sender?.send(outgoing(message("Later")), sendOptions());
	expect(google.messages(email)).toHaveLength(2);
});

test("saves drafts", async () => {
	await begin();
	const raw = message("Half a thought");
	const draft = await session.drafts?.save(Buffer.from(raw));
	expect(found(draft?.id)).toMatchObject({ labels: ["DRAFT"] });
	expect(found(draft?.id)?.raw.toString()).toBe(raw);
});

test("reports new history, and stops when the sign-in expires", async () => {
	await begin();
	let notifications = 0;
	const stop = new AbortController();
	const watching = session.watcher?.watch(() => notifications++, stop.signal);
	await expect.poll(() => notifications).toBe(1);
	stop.abort();
	await watching;
	google.revoke(email);
	await expect(session.watcher?.watch(() => notifications++, new AbortController().signal)).rejects.toThrow(
		"connected again",
	);
	expect(notifications).toBe(1);
});
