import { describe, expect, test } from "vitest";
import { reported } from "../../../../fixtures/reported.ts";
import { attachmentContent, parseForStore, parseFull, parseMessage } from "./parse-message.ts";
import { searchable } from "./searchable.ts";

/** An element of BER. @param isOpen its end is marked, not its length said */
function ber(tag: number, content: Buffer, isOpen = false): Buffer {
	if (isOpen) return Buffer.concat([Buffer.from([tag, 0x80]), content, Buffer.from([0, 0])]);
	const length = Buffer.alloc(5, 0x84);
	length.writeUInt32BE(content.length, 1);
	return Buffer.concat([Buffer.from([tag]), length, content]);
}

const oid = (...last: number[]): Buffer => ber(0x06, Buffer.from([0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, ...last]));

/** Signed data with this content, without certificates. */
function signed(octets: Buffer | null, { isOpen = false, type = 2 } = {}): Buffer {
	const wrapped = octets === null ? Buffer.alloc(0) : ber(0xa0, octets, isOpen);
	const digests = ber(0x31, ber(0x30, oid(9, 16, 1), isOpen), isOpen);
	const data = [
		ber(0x02, Buffer.from([1])),
		digests,
		ber(0x30, Buffer.concat([oid(7, 1), wrapped]), isOpen),
		ber(0x31, Buffer.alloc(0)),
	];
	const inner = ber(0x30, Buffer.concat(data), isOpen);
	return ber(0x30, Buffer.concat([oid(7, type), ber(0xa0, inner, isOpen)]), isOpen);
}

function message(file: Buffer, type = 'application/pkcs7-mime; smime-type=signed-data; name="smime.p7m"'): Buffer {
	return Buffer.from(
		`From: ada@example.org\r\nSubject: Signed\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\n\r\n${file.toString("base64")}\r\n`,
	);
}

const plain = Buffer.from("Content-Type: text/plain; charset=utf-8\r\n\r\nThe wälrus pays.\r\n");
const html = Buffer.from(
	'Content-Type: multipart/related; boundary=in\r\n\r\n--in\r\nContent-Type: text/html\r\n\r\n<p>walrus <img src="cid:logo@example.org"></p>\r\n--in\r\nContent-Type: image/png; name=logo.png\r\nContent-ID: <logo@example.org>\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0=\r\n--in\r\nContent-Type: application/pdf; name=offer.pdf\r\n\r\n%PDF-\r\n--in--\r\n',
);
const whole = ber(0x04, plain);

describe("kind 19: opaque S/MIME", () => {
	test("m19: its text is shown, found, and previewed; the signature is kept as a file", async () => {
		const raw = reported("mime/m19-smime-opaque-signed.eml");
		const text = "The invoice total is 1.234,50 EUR, payable by walrus.";
		expect((await parseFull(raw)).text).toBe(`${text}\n`);
		const stored = searchable(await parseForStore(raw));
		expect(stored.lexemes.split(" ")).toEqual(expect.arrayContaining(["invoice", "walrus"]));
		expect(stored.message).toMatchObject({ preview: text, damage: [] });
		expect(stored.message.attachments.map(({ filename }) => filename)).toEqual(["smime.p7m"]);
	});

	const pieces = Buffer.concat([ber(0x04, plain.subarray(0, 30)), ber(0x24, ber(0x04, plain.subarray(30)), true)]);
	test.each([
		["of known length", message(signed(whole))],
		["of unknown length", message(signed(ber(0x24, whole, true), { isOpen: true }))],
		["in pieces", message(signed(ber(0x24, pieces)))],
		["in pieces of unknown length", message(signed(ber(0x24, pieces, true), { isOpen: true }))],
		["of another type, by its name", message(signed(whole), "application/octet-stream; name=smime.p7m")],
		["of the old type, without a name", message(signed(whole), "application/x-pkcs7-mime")],
		["signed twice", message(signed(ber(0x04, message(signed(whole)))))],
	])("content %s", async (_, raw) => expect((await parseMessage(raw)).text).toBe("The wälrus pays.\n"));

	test("content that breaks off", async () => {
		const raw = message(signed(whole).subarray(0, -12));
		expect((await parseMessage(raw)).text).toBe("The wälrus p");
	});

	test("HTML, pictures and files in it", async () => {
		const raw = message(signed(ber(0x04, html)));
		const full = await parseFull(raw);
		expect(full.html).toContain("<p>walrus");
		const { attachments } = full.message;
		expect(attachments.map(({ filename, isInline }) => [filename, isInline])).toEqual([
			["smime.p7m", false],
			["logo.png", true],
			["offer.pdf", false],
		]);
		expect([full.content(2)?.toString(), full.streamable(2)]).toEqual(["%PDF-", null]);
		expect((await attachmentContent(raw, 1))?.bytes.toString("hex")).toBe("89504e470d");
	});

	test("between a list's lines, and in a forwarded message", async () => {
		const part = message(signed(whole))
			.toString()
			.replace(/^From.*\r\nSubject.*\r\n/, "");
		const list = `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nCaution: external\r\n--b\r\n${part}--b\r\n\r\nlist footer\r\n--b--\r\n`;
		expect((await parseMessage(Buffer.from(list))).text).toMatch(
			/^Caution: external\s+The wälrus pays\.\s+list footer$/,
		);
		const forwarded = `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: message/rfc822\r\n\r\n${message(signed(whole))}--b--\r\n`;
		expect((await parseForStore(Buffer.from(forwarded))).attachedText).toContain("The wälrus pays.");
	});

	test.each([
		["an encrypted message", message(signed(whole, { type: 3 }), "application/pkcs7-mime; smime-type=enveloped-data")],
		["certificates alone", message(signed(null), "application/pkcs7-mime; smime-type=certs-only")],
		[
			"a signed document",
			message(signed(ber(0x04, Buffer.from("%PDF-1.7 walrus"))), "application/pkcs7-mime; name=a.pdf.p7m"),
		],
		["no BER", message(Buffer.from("0\x80walrus"))],
	])("%s stays a file", async (_, raw) =>
		expect(await parseMessage(raw)).toMatchObject({ text: "", attachments: [{ index: 0 }], damage: [] }),
	);
});
