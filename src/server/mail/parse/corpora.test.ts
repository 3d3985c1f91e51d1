import { describe, expect, test } from "vitest";
import { type ArchivedFile, readGzip, readTarball, splitPlainMbox } from "../../../../fixtures/archives.ts";
import { corpus } from "../../../../fixtures/corpora.ts";
import { testIf } from "../../../../fixtures/only-if.ts";
import { attachmentContent, parseFull, parseMessage } from "./parse-message.ts";

/** Parses with every entry point and asserts invariants that hold for any bytes. */
async function check({ path, bytes }: ArchivedFile) {
	const message = await parseMessage(bytes);
	const full = await parseFull(bytes);
	expect(full.message, path).toEqual(message);
	expect(message.damage.join(), path).not.toContain("could not be read:");
	expect(message.sizeBytes).toBe(bytes.length);
	expect(message.preview.length).toBeLessThanOrEqual(200);
	for (const facts of message.attachments) {
		const content = await attachmentContent(bytes, facts.index);
		expect(content?.facts, `${path} ${facts.index}`).toEqual(facts);
		expect(facts.filename).toMatch(/^[^/\\\p{Cc}]+$/u);
		expect(full.content(facts.index)?.equals(content?.bytes as Buffer)).toBe(true);
	}
	expect(await attachmentContent(bytes, message.attachments.length)).toBe(null);
	return message;
}

const tarballs = [
	"mime/email-mime-perl",
	"mime/enmime",
	"mime/geary",
	"mime/mime-tools",
	"mime/notmuch-mime",
	"mime/stalwart-rfc",
	"mime/stalwart-legacy-hunny",
	"bounces/mail-deliverystatus-bounceparser",
	"auth/mail-dkim-corpus",
	"threading/notmuch",
];

describe("every file parses, and all entry points agree", () => {
	test.each(tarballs)("%s", async (name) => {
		const path = corpus(`${name}.tar.gz`);
		if (!path) return;
		const files = await readTarball(path);
		for (const file of files) await check(file);
		expect(files.length).toBeGreaterThan(0);
	});
});

const bounces = corpus("bounces/mail-deliverystatus-bounceparser.tar.gz");
testIf(bounces !== null)("delivery reports keep their status part", async () => {
	let reports = 0;
	for (const { bytes } of await readTarball(bounces as string)) {
		const full = await parseFull(bytes);
		const status = full.message.attachments.find(({ contentType }) => contentType === "message/delivery-status");
		if (!status) continue;
		reports++;
		expect(full.content(status.index)?.toString("latin1")).toMatch(
			/^(?:reporting-mta|final-recipient|status|action|original-)/im,
		);
	}
	expect(reports).toBeGreaterThan(30);
});

const invitations = corpus("calendar/openbmc-calendar.mbox.gz");
testIf(invitations !== null)("invitations include their calendar part", async () => {
	const messages = splitPlainMbox(readGzip(invitations as string));
	let found = 0;
	for (const raw of messages) {
		const full = await parseFull(raw);
		const calendar = full.message.attachments.find(({ contentType }) => contentType === "text/calendar");
		if (!calendar) continue;
		found++;
		expect(full.content(calendar.index)?.toString("utf8")).toContain("BEGIN:VCALENDAR");
		expect(calendar.filename).toMatch(/\.ics$/);
	}
	expect(found).toBeGreaterThan(10);
});

const takeout = corpus("markup-gmail/takeout-open.mbox.gz");
testIf(takeout !== null)("a Takeout mailbox: labels, unsubscribe methods, texts", async () => {
	const messages = await Promise.all(splitPlainMbox(readGzip(takeout as string)).map((raw) => parseMessage(raw)));
	expect(messages).toHaveLength(244);
	expect(messages.filter((message) => message.headers["x-gmail-labels"])).toHaveLength(244);
	const offers = messages.filter(({ listUnsubscribe: offer }) => offer && offer.urls.length + offer.mailtos.length > 0);
	expect(offers.length).toBeGreaterThan(165);
	expect(messages.filter(({ listUnsubscribe }) => listUnsubscribe?.oneClick).length).toBeGreaterThan(60);
	expect(messages.filter(({ text, attachments }) => text.trim() === "" && attachments.length === 0)).toEqual([]);
	expect(messages.filter(({ date }) => date === null)).toEqual([]);
	for (const { text, preview } of messages) {
		expect(text).not.toMatch(/<\/?(?:td|div|table|style)\b/i);
		expect(preview).not.toBe("");
	}
});
