import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import tar from "tar-stream";
import { expect, test } from "vitest";
import { corpus } from "../../../fixtures/corpora.ts";
import { testIf } from "../../../fixtures/only-if.ts";
import { readDeliveryReport } from "./delivery-report.ts";
import { parseHeaderBlock } from "./headers.ts";
import { readPlainReport } from "./plain-report.ts";
import { readIncoming } from "./read-incoming.ts";

const report = (...groups: string[]): string =>
	[
		"From: Mail Delivery System <MAILER-DAEMON@mx.example>",
		"To: ann@example.org",
		"Subject: Undelivered Mail Returned to Sender",
		'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
		"",
		"--b",
		"Content-Type: text/plain",
		"",
		"I am sorry.",
		"--b",
		"Content-Type: message/delivery-status",
		"",
		["Reporting-MTA: dns; mx.example\r\nOriginal-Envelope-Id: env-1", ...groups].join("\r\n\r\n"),
		"",
		"--b",
		"Content-Type: text/rfc822-headers",
		"",
		"From: ann@example.org",
		"Message-ID: <one@example.org>",
		"--b--",
		"",
	].join("\r\n");

test("reads the result of every recipient of a large mailing", () => {
	const groups = Array.from({ length: 500 }, (_, n) =>
		[`Final-Recipient: rfc822; person${n}@example.net`, "Action: failed", "Status: 5.1.1"].join("\r\n"),
	);
	const recipients = readDeliveryReport(report(...groups))?.recipients ?? [];
	expect([recipients.length, recipients.at(-1)?.address]).toEqual([500, "person499@example.net"]);
});

test("reads a delivery report by recipient (RFC 3464)", () => {
	const failed = [
		...["Final-Recipient: rfc822; Bob@Example.net", "Action: failed", "Status: 5.1.1"],
		"Diagnostic-Code: smtp; 550 5.1.1 <Bob@Example.net>: no such user",
	].join("\r\n");
	const delayed = [
		"Original-Recipient: rfc822;cy@example.net",
		"Final-Recipient: rfc822;c@x.y",
		"Action: delayed",
		"Status: 4.4.1",
	];
	expect(readDeliveryReport(report(failed, delayed.join("\r\n")))).toEqual({
		kind: "bounce",
		originalMessageId: "one@example.org",
		envelopeId: "env-1",
		recipients: [
			{
				...{ address: "bob@example.net", action: "failed", status: "5.1.1" },
				diagnostic: "550 5.1.1 <Bob@Example.net>: no such user",
			},
			{ address: "cy@example.net", action: "delayed", status: "4.4.1", diagnostic: null },
		],
	});
	expect(readDeliveryReport(report(delayed.join("\r\n")))?.kind).toBe("delay");
	const delivered = ["Final-Recipient: rfc822;c@x.y", "Action: relayed", "Status: 2.0.0"].join("\r\n");
	expect(readDeliveryReport(report(delivered))?.kind).toBe("delivered");
});

test("takes a general status apart by the words of the diagnostic code, within its class", () => {
	const group = (status: string, words: string): string =>
		`Final-Recipient: rfc822;c@x.y\r\nAction: failed\r\nStatus: ${status}\r\nDiagnostic-Code: smtp;${words}`;
	const statusOf = (status: string, words: string) =>
		readDeliveryReport(report(group(status, words)))?.recipients[0]?.status;
	expect(statusOf("5.0.0", "550 no such user here")).toBe("5.1.1");
	expect(statusOf("5.0.0", "552 Mailbox full")).toBe("5.2.2");
	expect(statusOf("5.0.0", "550 5.7.26 unauthenticated")).toBe("5.7.26");
	expect(statusOf("4.0.0", "mailbox full")).toBe("4.2.2");
	expect(statusOf("5.2.0", "no such user")).toBe("5.2.0");
	expect(statusOf("5.0.0", "whatever")).toBe("5.0.0");
	// Full, whatever the status is about.
	expect(statusOf("5.7.0", "The recipient mailbox has exceeded its disk space limit.")).toBe("5.2.2");
	expect(statusOf("5.7.1", "Over quota of spam")).toBe("5.7.1");
});

test("reads the reason in the notice for people where the fields have none", () => {
	const raw = report("Final-Recipient: rfc822;c@x.y\r\nAction: failed\r\nStatus: 5.0.0");
	const read = (notice: string) => readDeliveryReport(raw.replace("I am sorry.", notice))?.recipients[0]?.status;
	expect(read("The account is full.")).toBe("5.2.2");
	expect(read("I am sorry.")).toBe("5.0.0");
});

test("reads mailboxes that are named without their domain", () => {
	const aol = [
		"From: Mail Delivery Subsystem <MAILER-DAEMON@mx.example>",
		"To: ann@example.org",
		"Subject: Mail Delivery Problem",
		"",
		"Sorry ann@example.org. Your mail to the following recipients could not be delivered:",
		"\tbob",
		"\tcy.k",
		"",
		"Bye",
	];
	expect(readDeliveryReport(aol.join("\r\n"))?.recipients.map(({ address }) => address)).toEqual([
		"bob@mx.example",
		"cy.k@mx.example",
	]);
});

test("reads a feedback report (RFC 5965)", () => {
	const raw = report()
		.replace("report-type=delivery-status", "report-type=feedback-report")
		.replace(
			/message\/delivery-status\r\n\r\n[\s\S]*?\r\n--b/,
			"message/feedback-report\r\n\r\nFeedback-Type: abuse\r\nOriginal-Rcpt-To: <bob@example.net>\r\n--b",
		);
	expect(readDeliveryReport(raw)).toMatchObject({
		kind: "complaint",
		originalMessageId: "one@example.org",
		recipients: [{ address: "bob@example.net", diagnostic: "abuse" }],
	});
});

test("reads free text, and takes no ordinary message for a report", () => {
	const text = (head: string, body: string): string => `${head}\r\nContent-Type: text/plain\r\n\r\n${body}`;
	const qmail = text(
		"From: MAILER-DAEMON@mx.example\r\nTo: ann@example.org\r\nSubject: failure notice",
		"I wasn't able to deliver your message.\n\n<bob@example.net>:\nSorry, no mailbox here by that name. (#5.1.1)\n\n--- Below this line is a copy of the message.\n\nMessage-Id: <one@example.org>\nTo: eve@example.net\n",
	);
	expect(readDeliveryReport(qmail)).toMatchObject({
		kind: "bounce",
		originalMessageId: "one@example.org",
		recipients: [{ address: "bob@example.net", action: "failed", status: "5.1.1" }],
	});
	const exim = text(
		"From: Mail Delivery System <Mailer-Daemon@mx.example>\r\nX-Failed-Recipients: bob@example.net\r\nReferences: <one@example.org>\r\nSubject: Mail delivery failed",
		"The following address failed: mailbox is full",
	);
	expect(readDeliveryReport(exim)).toMatchObject({
		originalMessageId: "one@example.org",
		recipients: [{ address: "bob@example.net", status: "5.2.2" }],
	});
	expect(readDeliveryReport(exim.replace("<one@example.org>", "one@example.org"))).toMatchObject({
		originalMessageId: "one@example.org",
	});
	const message = text(
		"From: Bob <bob@example.net>\r\nSubject: Undeliverable parcels",
		"The parcel for eve@example.net was undeliverable, user unknown.",
	);
	expect(readDeliveryReport(message)).toBeNull();
	expect(
		readDeliveryReport(text("From: Postmaster <postmaster@example.net>\r\nSubject: Lunch?", "At noon?")),
	).toBeNull();
	expect(readDeliveryReport("")).toBeNull();
});

test.each([
	"Обратитесь к ivan@example.ru",
	"Есть служба поддержки ivan@example.ru",
	"Please contact ivan@example.ru",
	"Write to postmaster@example.ru",
])("takes nobody whom to ask for a recipient: %s", (line) => {
	const raw = `From: MAILER-DAEMON@mx.example\r\nTo: ann@example.org\r\nSubject: failure notice\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n<bob@example.net>:\nuser unknown\n\n${line}\nuser unknown\n`;
	const found = readDeliveryReport(Buffer.from(raw).toString("latin1"));
	expect(found?.recipients.map(({ address }) => address)).toEqual(["bob@example.net"]);
});

test("reads all recipients of a report in free text, or as many as it is asked for", () => {
	const names = Array.from({ length: 300 }, (_, i) => `user${i}@example.net`);
	const head = "From: MAILER-DAEMON@mx.example\r\nTo: ann@example.org\r\nSubject: failure notice";
	const notice = names.map((name) => `<${name}>:\nSorry, no mailbox here by that name. (#5.1.1)\n`).join("\n");
	const addresses = (found: readonly { address: string }[] | null | undefined) => found?.map(({ address }) => address);
	const raw = (more: string, body: string) => `${head}${more}\r\nContent-Type: text/plain\r\n\r\n${body}`;
	expect(addresses(readDeliveryReport(raw("", notice))?.recipients)).toEqual(names);
	const exim = raw(`\r\nX-Failed-Recipients: ${names.join(",\r\n\t")}`, "Delivery failed: user unknown.");
	expect(addresses(readDeliveryReport(exim)?.recipients)).toEqual(names);
	const { fields } = parseHeaderBlock(head);
	expect(addresses(readPlainReport(fields, notice, { maxRecipients: 2 }))).toEqual(names.slice(0, 2));
});

const bounces = corpus("bounces/mail-deliverystatus-bounceparser.tar.gz");

/** Names of files that are not delivery reports. */
const OTHERS =
	/^(?:aol-vacation|autoreply|bluebottle|polish-autoreply|spam-bogus-email-in-report|spam-with-image|warning-6)\.msg$/;

testIf(bounces !== null)("reads the delivery reports of many mail systems", async () => {
	const files = new Map<string, string>();
	const extract = tar.extract();
	extract.end(gunzipSync(readFileSync(bounces ?? "")));
	for await (const entry of extract) {
		const chunks: Buffer[] = [];
		for await (const chunk of entry) chunks.push(chunk as Buffer);
		if (entry.header.name.endsWith(".msg"))
			files.set(entry.header.name.replace(/^.*\//, ""), Buffer.concat(chunks).toString("latin1"));
	}
	expect(files.size).toBe(126);
	const reports = new Map([...files].map(([name, raw]) => [name, readDeliveryReport(raw)]));
	expect(
		[...reports]
			.filter(([, found]) => found === null)
			.map(([name]) => name)
			.sort(),
	).toEqual([...files.keys()].filter((name) => OTHERS.test(name)).sort());
	const statusOf = (name: string) => reports.get(`${name}.msg`)?.recipients[0]?.status;
	expect(
		["qmail.unknown", "domino.unknown", "exchange.unknown", "novell-with-rhs", "aol.unknown"].map(statusOf),
	).toEqual(Array(5).fill("5.1.1"));
	expect(["quota", "quota-5", "quota-6", "quota-7", "warning-4", "warning-7"].map(statusOf)).toEqual(
		Array(6).fill("5.2.2"),
	);
	expect(reports.get("aol-senderblock.msg")?.recipients[0]?.address).toBe("mykewlaolacct@aol.com");
	const spam = [...reports].filter(([name]) => name.startsWith("spam-rejection"));
	const isPolicy = (name: string): boolean => /^5\.7\./.test(reports.get(name)?.recipients[0]?.status ?? "");
	expect(spam.length).toBe(44);
	expect(spam.filter(([name]) => isPolicy(name)).length).toBeGreaterThanOrEqual(38);
	expect(reports.get("iis-multiple-bounce.msg")?.recipients.map(({ address }) => address)).toContain(
		"bounced2@example.net",
	);
	expect(reports.get("warning-8.msg")?.kind).toBe("delay");
	const withId = [...reports.values()].filter((found) => found !== null && found.originalMessageId !== null);
	expect(withId.length).toBeGreaterThanOrEqual(108);
	for (const name of ["aol-vacation", "polish-autoreply", "warning-6"])
		expect(readIncoming(files.get(`${name}.msg`) ?? "", { now: 0, toText: String }).incoming.kind).toBe("absence");
});
