import { extract } from "tar-stream";
import { expect, test } from "vitest";
import { tarHeader } from "./tar.ts";

/** What a program reads of a header. */
async function read(header: Buffer): Promise<{ name: string; size: number | undefined }> {
	const unpacking = extract();
	const found = new Promise<{ name: string; size: number | undefined }>((resolve) => {
		unpacking.once("entry", ({ name, size }) => resolve({ name, size }));
	});
	unpacking.write(header);
	return found;
}

test.each([
	["a.txt", 0],
	["a".repeat(100), 8 * 1024 ** 3 - 1],
	["a".repeat(101), 1],
	["a.txt", 8 * 1024 ** 3],
	["a.txt", 80 * 1024 ** 3],
	["Übersicht 東京 👋.pdf", 3],
	// With its length, a record of 99, 100 and 101 bytes.
	...[88, 89, 90, 91, 92].map((count): [string, number] => ["é".repeat(20) + "a".repeat(count - 40), 3]),
	[`${"é".repeat(600)}.pdf`, 3],
])("the header of %s with %i bytes has its name and its size", async (name, size) => {
	expect(await read(tarHeader(name, size, 0))).toEqual({ name, size });
});
