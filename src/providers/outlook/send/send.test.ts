import { createHash, randomBytes } from "node:crypto";
import MailComposer from "nodemailer/lib/mail-composer";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { fetchAll, list } from "#providers/conformance-mailbox.ts";
import { outgoing, sendOptions } from "#providers/conformance-send.ts";
import { Unsupported } from "#server/mail/provider/errors.ts";
import type { ProviderSession } from "#server/mail/provider/session.ts";
import { messageParts } from "#test/emulators/messages.ts";
import { type Microsoft, startMicrosoft } from "#test/emulators/microsoft.ts";
import { createOutlookProvider } from "../provider.ts";
import { accountOf, message, people, RECIPIENT } from "../testing.ts";

const MB = 1024 * 1024;
const users = people(8);
let microsoft: Microsoft;
let email: string;
let session: ProviderSession;
beforeAll(async () => {
	microsoft = await startMicrosoft({ people: [...users, RECIPIENT] });
	return () => microsoft.close();
});
beforeEach(async () => {
	email = users.pop()?.email ?? "";
	session = await createOutlookProvider(microsoft).open(await accountOf(microsoft, email));
	return () => session.close();
});
afterAll(() => expect(users.length).toBeGreaterThan(0));

const hashOf = (bytes: Uint8Array | string): string => createHash("sha256").update(bytes).digest("hex");

async function withFiles(subject: string, sizes: readonly number[]) {
	const files = sizes.map((size, index) => ({ filename: `Plän ${index}.bin`, content: randomBytes(size) }));
	const picture = randomBytes(2_500_000);
	const node = new MailComposer({
		...{ from: email, to: RECIPIENT.email, subject, messageId: `<${subject}@sender.example>` },
		...{ text: "See the plans.", html: '<p>See the <img src="cid:picture@sender.example"> plans.</p>' },
		attachments: [
			{ filename: "picture.png", content: picture, cid: "picture@sender.example", contentType: "image/png" },
			...files,
		],
	}).compile();
	return { raw: await node.build(), hashes: [picture, ...files.map(({ content }) => content)].map(hashOf).sort() };
}

async function hashesIn(raw: Uint8Array): Promise<string[]> {
	const { attachments } = await messageParts(raw);
	return attachments.map(({ content }) => hashOf(new Uint8Array(content as ArrayBuffer))).sort();
}

test("uploads files of 25 MB, which arrive byte for byte and come back from Sent", async () => {
	const { raw, hashes } = await withFiles("large", [15 * MB, 6 * MB, 1_000_000]);
	const sent = await session.sender?.send(outgoing(raw), sendOptions());
	expect(sent?.recipients).toMatchObject([{ address: RECIPIENT.email, state: "accepted" }]);
	const [arrived] = microsoft.messages(RECIPIENT.email).filter((one) => one.raw.includes("<large@sender.example>"));
	expect(await hashesIn(arrived?.raw ?? Buffer.of())).toEqual(hashes);
	const parts = await messageParts(arrived?.raw ?? Buffer.of());
	expect(parts.text?.trim()).toBe("See the plans.");
	expect(parts.html).toContain("cid:picture@sender.example");
	expect(parts.attachments.map(({ contentId }) => contentId)).toContain("<picture@sender.example>");
	const id = sent?.id ?? "";
	const copy = (await fetchAll(session, [id], "full")).get(id);
	expect(await hashesIn(copy ?? Buffer.of())).toEqual(hashes);
	expect(microsoft.messages(email)).toHaveLength(1);
});

test("starts over when it is unknown whether a file was attached", async () => {
	const { raw, hashes } = await withFiles("interrupted", [5 * MB]);
	microsoft.fail({ lost: 1, times: 1, only: ({ path }) => path.includes("/uploads/") });
	await session.drafts?.save(raw);
	const drafts = microsoft.messages(email);
	expect(drafts).toHaveLength(1);
	expect(await hashesIn(drafts[0]?.raw ?? Buffer.of())).toEqual(hashes);
});

test("does not send the incomplete draft of an interrupted attempt", async () => {
	const { raw, hashes } = await withFiles("again", [5 * MB]);
	// Its process was killed before the files were uploaded.
	microsoft.addMessage(email, message("x").replace("<x@example.org>", "<again@sender.example>"), {
		folder: "drafts",
		isDraft: true,
	});
	await session.sender?.send(outgoing(raw), sendOptions({ isFirstAttempt: false }));
	const arrived = microsoft.messages(RECIPIENT.email).filter((one) => one.raw.includes("<again@sender.example>"));
	expect(arrived).toHaveLength(1);
	expect(await hashesIn(arrived[0]?.raw ?? Buffer.of())).toEqual(hashes);
	expect(microsoft.messages(email)).toHaveLength(1);
});

test("refuses messages of more than 35 MB", async () => {
	const { raw } = await withFiles("too large", [30 * MB]);
	await expect(session.sender?.send(outgoing(raw), sendOptions())).rejects.toBeInstanceOf(Unsupported);
	expect(microsoft.messages(email)).toEqual([]);
});

test("marks what was answered, which shows in the next changes", async () => {
	const [answered, forwarded] = ["answered", "forwarded"].map((subject) =>
		microsoft.addMessage(email, message(subject), { folder: "inbox" }),
	);
	const { cursor } = await list(session, null, 100);
	expect(await session.writer.markAnswered?.([answered ?? ""], "reply_all")).toMatchObject({ missing: [] });
	await session.writer.markAnswered?.([forwarded ?? ""], "forward");
	expect(microsoft.messages(email).map(({ lastVerb }) => lastVerb)).toEqual(expect.arrayContaining(["103", "104"]));
	const { messages } = await list(session, cursor, 100);
	expect(messages.find(({ id }) => id === answered)?.flags.answered).toBe(true);
	expect(messages.find(({ id }) => id === forwarded)?.flags.answered ?? false).toBe(false);
});
