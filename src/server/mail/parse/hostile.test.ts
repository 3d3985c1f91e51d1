import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { attachmentContent, parseFull, parseMessage } from "./parse-message.ts";

// Generous, because a busy machine is slow; the limits below tell linear from quadratic time, not fast from slow.
vi.setConfig({ testTimeout: 120_000 });

const MEGABYTE = 1024 * 1024;

async function inTime(raw: Buffer, seconds: number) {
	const started = performance.now();
	const message = await parseMessage(raw);
	expect(performance.now() - started).toBeLessThan(seconds * 2_000);
	return message;
}

const repeat = (piece: string, bytes: number) => Buffer.alloc(bytes, piece, "latin1");
const joined = (...pieces: (string | Buffer)[]) =>
	Buffer.concat(pieces.map((piece) => (typeof piece === "string" ? Buffer.from(piece, "latin1") : piece)));

test("50 MB of headers", async () => {
	const tail = "Subject: last\n\nbody";
	for (const filling of ["X-A: b\n", "x:", "a", "\n\t", "=?a?q?b", "nocolon\nX: y\n"]) {
		const message = await inTime(joined("Subject: first\nX-Long: ", repeat(filling, 50 * MEGABYTE), "\n", tail), 8);
		expect(message.subject, filling).toBe("first");
	}
	expect((await parseMessage(joined("X: ", repeat("y", 50 * MEGABYTE), "\n\nbody"))).damage).toContain(
		"Headers larger than 2 MB: the rest of them was not read",
	);
});

test("one header of each kind, 2 MB long", async () => {
	for (const name of [
		"From",
		"To",
		"Subject",
		"Date",
		"References",
		"Message-ID",
		"List-Unsubscribe",
		"List-Id",
		"Content-Type",
		"Content-Disposition",
		"Received",
	]) {
		for (const piece of ["<", "=?utf-8?q?", "a@b,", "(", '"', "; a=", "<a@b> ", ";x*1*=", "9 "]) {
			await inTime(joined(`${name}: `, repeat(piece, 2 * MEGABYTE - 100), "\n\nbody"), 6);
		}
	}
});

test("unlimited parts", async () => {
	const many = joined('Content-Type: multipart/mixed; boundary="b"\n\n', repeat("--b\n\nx\n", 3 * MEGABYTE));
	expect((await inTime(many, 10)).damage.join()).toContain("More than 100000 parts");
	const files = joined(
		'Content-Type: multipart/mixed; boundary="b"\n\n',
		repeat("--b\nContent-Type: a/b\n\nx\n", MEGABYTE),
	);
	const listed = await inTime(files, 10);
	expect(listed.attachments).toHaveLength(1_000);
	expect(listed.damage.join()).toContain("More than 1000 attachments");
});

test("ten thousand levels", async () => {
	let nested = "";
	for (let level = 0; level < 10_000; level++)
		nested += `Content-Type: multipart/mixed; boundary="b${level}"\n\n--b${level}\n`;
	expect((await inTime(Buffer.from(`${nested}\nend`), 5)).damage.join()).toContain("nested more than 100 levels");
	// A hundred open multiparts, and lines that look like boundaries of none of them.
	let head = "";
	for (let level = 0; level < 100; level++)
		head += `Content-Type: multipart/mixed; boundary="b${level}"\n\n--b${level}\n`;
	await inTime(joined(head, "\n", repeat("--\n", 4 * MEGABYTE)), 10);
	await inTime(joined(head, "\n", repeat("--b1x--\n", 4 * MEGABYTE)), 10);
});

test("a 10 MB page of nested tables", async () => {
	const page = joined("Subject: x\nContent-Type: text/html\n\n", repeat("<table><tr><td>", 10 * MEGABYTE));
	await inTime(page, 5);
	const started = performance.now();
	expect((await parseFull(page)).html?.length).toBeGreaterThan(9 * MEGABYTE);
	expect(performance.now() - started).toBeLessThan(5_000);
});

test("long texts are cut without splitting characters", async () => {
	const message = await parseMessage(
		joined("Content-Type: text/plain; charset=utf-8\n\n", repeat("naïve ", 5 * MEGABYTE)),
	);
	expect(message.text.length).toBe(100_000);
	const full = await parseFull(joined("Content-Type: text/plain\n\n", repeat("line of words\n", 5 * MEGABYTE)));
	expect(full.text.length).toBe(2_000_000);
	expect(full.message.text.length).toBe(100_000);
});

test("truncated, broken and mislabeled encodings", async () => {
	const part = (encoding: string, body: string, type = "application/octet-stream") =>
		Buffer.from(`Content-Type: ${type}\nContent-Transfer-Encoding: ${encoding}\n\n${body}`);
	const bytes = async (raw: Buffer) => (await attachmentContent(raw, 0))?.bytes.toString("latin1");
	expect(await bytes(part("base64", "aGVsbG8gd29ybGQ"))).toBe("hello world");
	expect(await bytes(part("base64", "aGVsbG8gd29ybG"))).toBe("hello worl");
	expect(await bytes(part("BASE64 ", "aGVs\r\nbG8g\r\n!d29ybGQ=\r\n"))).toBe("hello world");
	expect(await bytes(part("base64", "aGVsbG8=\nIHdvcmxkIQ==\n"))).toBe("hello world!");
	expect(await bytes(part("base64", "these are plain words"))).toBe("these are plain words");
	expect(await bytes(part("quoted-printable", "a=3Db=\nc=ZZ=4"))).toBe("a=bc=ZZ=4");
	expect(await bytes(part("x-uuencode", "begin 644 a\n#0V%T\n#0V%T\n"))).toBe("CatCat");
	expect((await attachmentContent(part("martian", "abc"), 0))?.problem).toBe('Unknown encoding "martian"');
	const text = async (charset: string, body: Buffer) =>
		(await parseMessage(joined(`Content-Type: text/plain; charset=${charset}\n\n`, body))).text;
	expect(await text("iso-8859-1", Buffer.from([0x93, 0xe9, 0x94]))).toBe("“é”");
	expect(await text("us-ascii", Buffer.from("é"))).toBe("é");
	expect(await text("utf-8", Buffer.from([0xe9, 0x20, 0x61]))).toBe("é a");
	expect(await text("cp437", Buffer.from([0x81]))).toBe("ü");
	expect(await text("utf-7", Buffer.from("Hi +AOk-!"))).toBe("Hi é!");
	expect(await text("iso-2022-jp", Buffer.from("\x1b$B$3$s\x1b(B"))).toBe("こん");
	expect(await text("iso-2022-kr", Buffer.from("\x1b$)C\x0e>H3g\x0f!"))).toBe("안녕!");
	expect(await text("gb2312", Buffer.from([0xc4, 0xe3]))).toBe("你");
	expect(await text("hz-gb-2312", Buffer.from("~{Dc~}!"))).toBe("你!");
});

test("any bytes at all", async () => {
	const piece = fc.constantFrom(
		"\n",
		"\r\n",
		" ",
		"--b",
		"--",
		"Content-Type: multipart/mixed; boundary=b\n",
		"Content-Type: text/html\n",
		"Content-Transfer-Encoding: base64\n",
		"Content-Disposition: attachment\n",
		"From: a@b\n",
		"=?utf-8?b?",
		"?=",
		"begin 644 x\n",
		"end\n",
		"<p>",
		"\0",
		'To: "a\0b" <c@d>\n',
		"=?utf-8?q?=00?=",
		"Content-Disposition: attachment; filename*=utf-8''%00a\n",
		"\xff",
		"é",
		"Content-Type: message/rfc822\n",
		"MII=\n",
	);
	await fc.assert(
		fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (pieces) => {
			const raw = Buffer.from(pieces.join(""), "latin1");
			const message = await parseMessage(raw);
			expect(message.damage.join()).not.toContain("could not be read:");
			expect(JSON.stringify(message)).not.toContain("\\u0000");
			for (const { index, sizeBytes } of message.attachments)
				expect((await attachmentContent(raw, index))?.bytes.length).toBe(sizeBytes);
		}),
		{ numRuns: 500 },
	);
	await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (raw) => void (await parseFull(raw))));
});
