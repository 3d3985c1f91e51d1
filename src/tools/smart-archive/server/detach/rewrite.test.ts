import { describe, expect, it } from "vitest";
import { parseMessage } from "#server/mail/parse/parse-message.ts";
import { withoutAttachments } from "./rewrite.ts";

const file = (name: string, bytes = 9_000): string[] => [
	`Content-Type: application/pdf; name="${name}"`,
	`Content-Disposition: attachment; filename="${name}"`,
	"Content-Transfer-Encoding: base64",
	"",
	...(Buffer.alloc(bytes, name)
		.toString("base64")
		.match(/.{1,76}/g) ?? []),
];
const message = (type: string, lines: string[], newline = "\r\n"): Buffer =>
	Buffer.from(
		[
			"From: Ada <ada@example.org>",
			"Subject: Plans",
			"Message-ID: <a@b>",
			"MIME-Version: 1.0",
			`Content-Type: ${type}`,
			"",
			...lines,
			"",
		].join(newline),
	);
const at = Date.UTC(2026, 10, 20);
const mixed = (...parts: string[][]): Buffer =>
	message('multipart/mixed; boundary="b"', [
		"A preamble.",
		...parts.flatMap((part) => ["--b", ...part]),
		"--b--",
		"An epilogue.",
	]);
const text = [
	"Content-Type: text/plain; charset=utf-8",
	"",
	"Please find the plans attached.",
	"--b is no boundary here.",
];

describe("a message without its attachments", () => {
	it("has a line for each of them, with every other byte unchanged", async () => {
		const raw = mixed(text, file("plan.pdf"), file("naïve.pdf"));
		const made = withoutAttachments(raw, at);
		expect(made?.files).toEqual(["plan.pdf", "naïve.pdf"]);
		const parsed = await parseMessage(made?.raw ?? Buffer.alloc(0));
		expect(parsed.damage).toEqual([]);
		expect(parsed.attachments).toEqual([]);
		expect(parsed.text).toContain("Please find the plans attached.");
		expect(parsed.text).toContain("[Taken off on 2026-11-20: plan.pdf (application/pdf, 9,000 bytes)]");
		expect(parsed.text).toContain("naïve.pdf");
		expect(parsed.messageId).toBe("a@b");
		const cut = raw.indexOf('Content-Type: application/pdf; name="plan.pdf"');
		expect(made?.raw.subarray(0, cut).equals(raw.subarray(0, cut))).toBe(true);
		const end = raw.subarray(raw.lastIndexOf("\r\n--b--"));
		expect(made?.raw.subarray(-end.length).equals(end)).toBe(true);
		expect(withoutAttachments(made?.raw ?? Buffer.alloc(0), at)).toBeNull();
	});

	it("keeps inline images, and attachments too small to matter", async () => {
		const related = [
			'Content-Type: multipart/related; boundary="r"',
			"",
			"--r",
			"Content-Type: text/html",
			"",
			'<p>Look: <img src="cid:logo@x"></p>',
			"--r",
			"Content-Type: image/png; name=logo.png",
			"Content-ID: <logo@x>",
			"Content-Transfer-Encoding: base64",
			"",
			...(Buffer.alloc(8_000, "png")
				.toString("base64")
				.match(/.{1,76}/g) ?? []),
			"--r--",
		];
		const made = withoutAttachments(mixed(related, file("tiny.pdf", 100), file("big.pdf")), at);
		expect(made?.files).toEqual(["big.pdf"]);
		const { attachments } = await parseMessage(made?.raw ?? Buffer.alloc(0));
		expect(attachments.map(({ filename }) => filename)).toEqual(["logo.png", "tiny.pdf"]);
	});

	it("supports bare line feeds", async () => {
		const raw = Buffer.from(mixed(text, file("plan.pdf")).toString().replaceAll("\r\n", "\n"));
		const made = withoutAttachments(raw, at)?.raw ?? Buffer.alloc(0);
		expect(made.includes("\r")).toBe(false);
		expect((await parseMessage(made)).attachments).toEqual([]);
	});

	it("is not created for signed parts, messages without attachments, and malformed ones", () => {
		const signed = message('multipart/signed; boundary="s"; protocol="application/pgp-signature"', [
			"--s",
			'Content-Type: multipart/mixed; boundary="b"',
			"",
			"--b",
			...text,
			"--b",
			...file("plan.pdf"),
			"--b--",
			"--s",
			"Content-Type: application/pgp-signature",
			"",
			"signature",
			"--s--",
		]);
		expect(withoutAttachments(signed, at)).toBeNull();
		expect(withoutAttachments(message("text/plain", ["Nothing attached."]), at)).toBeNull();
		expect(withoutAttachments(message("application/pdf", file("whole.pdf").slice(4)), at)).toBeNull();
		expect(withoutAttachments(mixed(text), at)).toBeNull();
		const opaque = file("smime.p7m").map((line) => line.replace("application/pdf", "application/pkcs7-mime"));
		expect(withoutAttachments(mixed(text, opaque), at)).toBeNull();
		const cut = mixed(text, file("plan.pdf"));
		expect(withoutAttachments(cut.subarray(0, cut.length - 2_000), at)).toBeNull();
	});
});
