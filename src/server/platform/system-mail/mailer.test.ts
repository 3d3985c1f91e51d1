import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type SmtpSink, startSmtpSink } from "#test/smtp-sink.ts";
import { createLogger } from "../../log.ts";
import { createMailer, MailNotSent } from "./mailer.ts";

let sink: SmtpSink;
let logged: string[];
beforeEach(async () => {
	sink = await startSmtpSink();
	logged = [];
});
afterEach(() => sink.close());

const mailFrom = "no-reply@mail.example.org";
const log = () => createLogger({ logLevel: "info" }, { write: (line) => void logged.push(line) });
const mailer = (smtpUrl: string | null) => createMailer({ smtpUrl, mailFrom }, log());

describe("with an SMTP server", () => {
	it("hands the mail over, with sender, answer address and every character", async () => {
		const outgoing = mailer(sink.url);
		const sent = await outgoing.send({
			to: "ada@example.org",
			subject: "Grüße aus Łódź",
			text: "Line one\n.\n.two dots\nünïcode",
			replyTo: { name: "Bea, of Vale", address: "bea@example.org" },
		});
		expect(sent).toMatchObject({ sent: true });
		expect(sink.received).toHaveLength(1);
		const [mail] = sink.received;
		expect(mail).toMatchObject({ from: mailFrom, to: ["ada@example.org"] });
		expect(mail?.raw).toMatch(/^From: Mailstead <no-reply@mail\.example\.org>$/m);
		expect(mail?.raw).toMatch(/^Reply-To: "Bea, of Vale" <bea@example\.org>$/m);
		expect(mail?.raw).toMatch(/^Subject: =\?UTF-8\?/m);
		expect(mail?.raw).toContain("two dots");
		outgoing.close();
	});

	it("signs in as the address says", async () => {
		const outgoing = mailer(`smtp://ada:s%2Fcret@127.0.0.1:${sink.port}`);
		await outgoing.send({ to: "ada@example.org", subject: "Hello", text: "Hello" });
		expect(sink.received[0]?.login).toBe("ada:s/cret");
		outgoing.close();
	});

	it("takes no second recipient and no header by the back door", async () => {
		const outgoing = mailer(sink.url);
		await outgoing
			.send({ to: "ada@example.org, eve@example.net", subject: "Hi\r\nBcc: eve@example.net", text: "Hi" })
			.catch(() => undefined);
		for (const mail of sink.received) {
			expect(mail.to).not.toContain("eve@example.net");
			expect(mail.raw).not.toMatch(/^Bcc:/m);
		}
		outgoing.close();
	});

	it("fails with the server's words, and without the password", async () => {
		sink.refuse("452 4.3.1 The disk is full");
		const outgoing = mailer(`smtp://ada:open-sesame@127.0.0.1:${sink.port}`);
		const failure = await outgoing.send({ to: "ada@example.org", subject: "Hi", text: "Hi" }).catch((cause) => cause);
		expect(failure).toBeInstanceOf(MailNotSent);
		expect((failure as Error).message).toContain("The disk is full");
		expect(JSON.stringify([failure, logged])).not.toContain("open-sesame");
		outgoing.close();
	});

	it("fails when nobody listens", async () => {
		const outgoing = mailer(sink.url);
		await sink.close();
		await expect(outgoing.send({ to: "ada@example.org", subject: "Hi", text: "Hi" })).rejects.toThrow(MailNotSent);
		outgoing.close();
	});
});

describe("without one", () => {
	it("says that nothing was sent and keeps what was in it to itself", async () => {
		const outgoing = mailer(null);
		expect(outgoing.configured).toBe(false);
		const link = "https://mail.example.org/reset?token=abc";
		expect(await outgoing.send({ to: "ada@example.org", subject: "Reset", text: link })).toEqual({ sent: false });
		expect(logged.join()).toContain("set SMTP_URL to send mail");
		expect(logged.join()).not.toContain("abc");
	});

	it("shows the operator a link that they asked to be shown", async () => {
		const link = "https://mail.example.org/verify?code=abc";
		await mailer(null).send({ to: "ada@example.org", subject: "Verify", text: link, logWithoutSmtp: link });
		expect(JSON.parse(logged[0] ?? "{}")).toMatchObject({ to: "ada@example.org", instead: link });
	});
});
