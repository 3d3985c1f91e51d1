import { expect, test } from "vitest";
import { readTarball } from "../../../../../fixtures/archives.ts";
import { corpus } from "../../../../../fixtures/corpora.ts";
import { testIf } from "../../../../../fixtures/only-if.ts";
import { attachmentContent, parseMessage } from "../parse-message.ts";
import { attachmentSources } from "./attachments.ts";
import { partitionParts } from "./body-parts.ts";
import { readStructure } from "./structure.ts";
import { tnefFiles } from "./tnef.ts";

const path = corpus("tnef/ytnef.tar.gz");

testIf(path !== null)("finds the same files as other parsers", async () => {
	const files = await readTarball(path as string);
	const results = new Map(
		files
			.filter(({ path: name }) => name.includes("/results/"))
			.map((file) => [file.path.split("/").at(-1), file.bytes]),
	);
	const found = files
		.filter(({ path: name }) => !name.includes("/results/"))
		.flatMap(({ bytes }) => tnefFiles(bytes, 100));
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
	expect(tnefFiles(Buffer.from("nothing"), 10)).toEqual([]);
	const head = Buffer.from([0x78, 0x9f, 0x3e, 0x22, 1, 0]);
	for (let length = 0; length < 60; length++)
		expect(Array.isArray(tnefFiles(Buffer.concat([head, Buffer.alloc(length, 0x90)]), 10))).toBe(true);
});

test("lists the first files of a winmail.dat whole, and says that there are more", async () => {
	const attribute = (id: number, data: string): Buffer => {
		const head = Buffer.alloc(9, 2);
		head.writeUInt16LE(id, 1);
		head.writeUInt32LE(data.length, 5);
		return Buffer.concat([head, Buffer.from(data), Buffer.alloc(2)]);
	};
	const file = (i: number) => [attribute(0x9002, ""), attribute(0x8010, `${i}.txt\0`), attribute(0x800f, `file ${i}`)];
	const message = (count: number): Buffer => {
		const files = Array.from({ length: count }, (_, i) => Buffer.concat(file(i + 1)));
		const stream = Buffer.concat([Buffer.from([0x78, 0x9f, 0x3e, 0x22, 0, 0]), ...files]).toString("base64");
		const [note, packed] = ["Content-Type: text/plain\n\nFiles", "Content-Type: application/ms-tnef"];
		return Buffer.from(
			`Content-Type: multipart/mixed; boundary=b\n\n--b\n${note}\n--b\n${packed}\nContent-Transfer-Encoding: base64\n\n${stream}\n--b--\n`,
		);
	};
	const listed = (raw: Buffer) => {
		const { sources, problems } = attachmentSources(raw, partitionParts(readStructure(raw).root), {
			...{ parts: 10, packed: 2 },
		});
		return { files: sources.map(({ packed }) => [packed?.filename, packed?.content().bytes.toString()]), problems };
	};
	const files = [
		[undefined, undefined],
		["1.txt", "file 1"],
		["2.txt", "file 2"],
	];
	expect(listed(message(2))).toEqual({ files, problems: [] });
	expect(listed(message(3))).toEqual({
		files,
		problems: ["More than 2 files in winmail.dat: the rest is not listed"],
	});
	const { attachments, damage } = await parseMessage(message(501));
	expect(attachments.at(-1)).toMatchObject({ filename: "500.txt", sizeBytes: 8 });
	expect(damage).toEqual(["More than 500 files in winmail.dat: the rest is not listed"]);
});
