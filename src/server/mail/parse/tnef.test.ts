import { expect, test } from "vitest";
import { readTarball } from "../../../../fixtures/archives.ts";
import { corpus } from "../../../../fixtures/corpora.ts";
import { testIf } from "../../../../fixtures/only-if.ts";
import { attachmentContent, parseMessage } from "./parse-message.ts";
import { tnefFiles } from "./tnef.ts";

const path = corpus("tnef/ytnef.tar.gz");

testIf(path !== null)("finds the same files as other parsers", async () => {
	const files = await readTarball(path as string);
	const results = new Map(
		files
			.filter(({ path: name }) => name.includes("/results/"))
			.map((file) => [file.path.split("/").at(-1), file.bytes]),
	);
	const found = files.filter(({ path: name }) => !name.includes("/results/")).flatMap(({ bytes }) => tnefFiles(bytes));
	expect(found.length).toBeGreaterThan(0);
	let compared = 0;
	for (const { filename, bytes } of found) {
		const wanted = results.get(filename.replace(/ /g, "_"));
		if (!wanted) continue;
		expect(bytes.equals(wanted), filename).toBe(true);
		compared++;
	}
	expect(compared).toBeGreaterThanOrEqual(4);
});

const geary = corpus("mime/geary.tar.gz");
testIf(geary !== null)("lists a winmail.dat followed by its contents", async () => {
	const files = await readTarball(geary as string);
	const raw = files.find(({ path: name }) => name.endsWith("basic-multipart-tnef.eml"))?.bytes as Buffer;
	const { attachments } = await parseMessage(raw);
	expect(attachments[0]?.filename).toBe("winmail.dat");
	expect(attachments.length).toBeGreaterThan(1);
	const inner = await attachmentContent(raw, 1);
	expect(inner?.bytes.length).toBe(attachments[1]?.sizeBytes);
});

test("returns nothing for what is not TNEF, and survives malformed streams", async () => {
	expect(tnefFiles(Buffer.from("nothing"))).toEqual([]);
	const head = Buffer.from([0x78, 0x9f, 0x3e, 0x22, 1, 0]);
	for (let length = 0; length < 60; length++)
		expect(Array.isArray(tnefFiles(Buffer.concat([head, Buffer.alloc(length, 0x90)])))).toBe(true);
});
