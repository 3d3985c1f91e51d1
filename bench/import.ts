import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { messagesOf } from "./messages.ts";
import { muIndex } from "./mu.ts";
import { isInstalled, type Measured, measure } from "./process.ts";
import { importCommand, nodeEnvironment, startServer } from "./server.ts";
import { printTable, ratio } from "./table.ts";

/** Measures how fast a mail file becomes searchable, compared with programs that index a Maildir of the same messages. */
export async function benchImport(file: string, scratch: string): Promise<void> {
	const maildir = await mkdtemp(join(scratch, "maildir-"));
	const count = await unpack(file, maildir);
	console.log(`${count} messages`);
	const rows: { name: string; measured: Measured | null }[] = [];
	rows.push({ name: "mailstead", measured: await ours(file, scratch) });
	rows.push({ name: "mu index", measured: await muIndex(maildir, scratch) });
	rows.push({ name: "notmuch new", measured: await notmuch(maildir, scratch) });
	await rm(maildir, { recursive: true, force: true });
	const own = rows[0]?.measured?.seconds ?? 0;
	printTable(
		["", "seconds", "messages/s", "peak MB", "mailstead is"],
		rows.map(({ name, measured }) => [
			name,
			measured === null ? "not installed" : measured.seconds.toFixed(1),
			measured === null ? "" : Math.round(count / measured.seconds),
			measured?.peakMb ?? "",
			measured === null || name === "mailstead" ? "" : ratio(measured.seconds / own),
		]),
	);
}

/** Duration of the command; the data folder was created by a server before, as `mu init` is not timed either. */
async function ours(file: string, scratch: string): Promise<Measured> {
	const server = await startServer(scratch);
	await server.stop(true);
	const measured = await measure(process.execPath, importCommand(file, server.email), {
		...nodeEnvironment,
		DATA_DIR: server.dataDir,
	});
	console.log(
		measured.output
			.trim()
			.split(/[\r\n]+/)
			.at(-1),
	);
	await rm(server.dataDir, { recursive: true, force: true });
	return measured;
}

async function notmuch(maildir: string, scratch: string): Promise<Measured | null> {
	if (!isInstalled("notmuch")) return null;
	const home = await mkdtemp(join(scratch, "notmuch-"));
	const config = join(home, "config");
	await writeFile(
		config,
		`[database]\npath=${maildir}\n[user]\nname=Bench\nprimary_email=me@example.net\n[new]\ntags=\n`,
	);
	const measured = await measure("notmuch", ["new", "--quiet"], { NOTMUCH_CONFIG: config });
	await rm(home, { recursive: true, force: true });
	return measured;
}

/** Writes each message into a Maildir. @returns how many */
async function unpack(file: string, maildir: string): Promise<number> {
	for (const name of ["cur", "new", "tmp"]) await mkdir(join(maildir, name), { recursive: true });
	let count = 0;
	for await (const raw of messagesOf(file)) await writeFile(join(maildir, "cur", `${++count}.bench:2,`), raw);
	return count;
}
