import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readConfig } from "#server/config.ts";
import { createNet } from "#server/platform/net/net.ts";
import { startDns, type TestDns } from "#test/dns/dns.ts";
import { EXPORT_COLUMNS } from "../../export-columns.ts";
import { zones } from "../testing/zones.ts";
import { validateCommand } from "./validate.ts";

let dns: TestDns;
let folder: string;
beforeAll(async () => {
	dns = await startDns(zones);
	folder = await mkdtemp(join(tmpdir(), "mailstead-validate-"));
});
afterAll(async () => {
	await dns.close();
	await rm(folder, { recursive: true });
});

async function run(...args: string[]): Promise<{ out: string; messages: string }> {
	const config = readConfig({ DNS_SERVERS: dns.server, DATA_DIR: folder });
	const [stdout, stderr] = [new PassThrough(), new PassThrough()];
	const read = Promise.all([text(stdout), text(stderr)]);
	const { signal } = new AbortController();
	try {
		await validateCommand.run({ config, net: createNet(config), now: Date.now, signal, stdout, stderr }, args);
	} finally {
		stdout.end();
		stderr.end();
	}
	const [out, messages] = await read;
	return { out, messages };
}

const list = async (content: string): Promise<string> => {
	const path = join(folder, "list.csv");
	await writeFile(path, content);
	return path;
};

it("validates a file in its order, with its columns, to standard output", async () => {
	const path = await list(
		'Name;Mail\nAnn;ann@good.test\n"Bob; B";Bob <bob@missing.test>\n;\nCy;no address@\nDi;di@good.test\n',
	);
	const { out, messages } = await run(path);
	const [head, ...rows] = parse(out) as string[][];
	expect(head).toEqual([...EXPORT_COLUMNS, "Name", "Mail"]);
	expect(rows.map((row) => [row[0], row[2], row.at(-2)])).toEqual([
		["ann@good.test", "unknown", "Ann"],
		["bob@missing.test", "invalid", "Bob; B"],
		["no address@", "invalid", "Cy"],
		["di@good.test", "unknown", "Di"],
	]);
	expect(messages).toBe("4 rows: 2 unknown, 2 invalid.\n");
});

it("writes a new file, and never over one that is there", async () => {
	const path = await list("ann@good.test\n");
	const to = join(folder, "out.csv");
	expect((await run(path, "--output", to, "--column", "1")).out).toBe("");
	expect(await readFile(to, "utf8")).toContain("ann@good.test,Unknown,unknown");
	await expect(run(path, "--output", to)).rejects.toThrow("can't be written");
});

it.each([
	[[], "Name one file."],
	[["a.csv", "b.csv"], "Name one file."],
	[["a.csv", "--column", "0"], "Columns count from 1."],
	[["a.csv", "--fast"], "--fast"],
	[["/missing.csv"], "can't be read"],
])("explains what is wrong with %j", async (args, message) => {
	await expect(run(...args)).rejects.toThrow(message);
});
