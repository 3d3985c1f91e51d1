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
	it("sends the mail with From, Reply-To and all characters", async () => {
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

	it("authenticates with the credentials of SMTP_URL", async () => {
		const outgoing = mailer(`smtp://ada:s%2Fcret@127.0.0.1:${sink.port}`);
		await outgoing.send({ to: "ada@example.org", subject: "Hello", text: "Hello" });
		expect(sink.received[0]?.login).toBe("ada:s/cret");
		outgoing.close();
	});

	it("rejects injected recipients and headers", async () => {
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

	it("fails with the server's response, without the password", async () => {
		sink.refuse("452 4.3.1 The disk is full");
		const outgoing = mailer(`smtp://ada:open-sesame@127.0.0.1:${sink.port}`);
		const failure = await outgoing.send({ to: "ada@example.org", subject: "Hi", text: "Hi" }).catch((cause) => cause);
		expect(failure).toBeInstanceOf(MailNotSent);
		expect((failure as Error).message).toContain("The disk is full");
		expect(JSON.stringify([failure, logged])).not.toContain("open-sesame");
		outgoing.close();
	});

	it("fails when the server is unreachable", async () => {
		const outgoing = mailer(sink.url);
		await sink.close();
		await expect(outgoing.send({ to: "ada@example.org", subject: "Hi", text: "Hi" })).rejects.toThrow(MailNotSent);
		outgoing.close();
	});
});

describe("without an SMTP server", () => {
	it("reports that nothing was sent, and does not log the content", async () => {
		const outgoing = mailer(null);
		expect(outgoing.configured).toBe(false);
		const link = "https://mail.example.org/reset?token=abc";
		expect(await outgoing.send({ to: "ada@example.org", subject: "Reset", text: link })).toEqual({ sent: false });
		expect(logged.join()).toContain("set SMTP_URL to send mail");
		expect(logged.join()).not.toContain("abc");
	});

	it("logs the link of a mail with `logWithoutSmtp`", async () => {
		const link = "https://mail.example.org/verify?code=abc";
		await mailer(null).send({ to: "ada@example.org", subject: "Verify", text: link, logWithoutSmtp: link });
		expect(JSON.parse(logged[0] ?? "{}")).toMatchObject({ to: "ada@example.org", instead: link });
	});
});
