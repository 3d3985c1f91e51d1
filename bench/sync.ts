import { rm } from "node:fs/promises";
import PostalMime from "postal-mime";
import { openDatabase } from "#server/db/database.ts";
import { createLogger } from "#server/log.ts";
import type { Account } from "#shared/contracts/accounts.ts";
import type { EmailItem } from "#shared/contracts/emails.ts";
import type { Job } from "#shared/contracts/jobs.ts";
import { type Dovecot, type MailUser, startDovecot } from "#test/dovecot/dovecot.ts";
import { dovecotPath } from "#test/dovecot/program.ts";
import { benchEmulators } from "./emulators.ts";
import { mbsync } from "./mbsync.ts";
import { messagesOf } from "./messages.ts";
import { muIndex } from "./mu.ts";
import type { Measured } from "./process.ts";
import { requestJson, startServer, until, waitFor } from "./server.ts";
import { printTable, ratio } from "./table.ts";

const PAGE = 50;
/** Messages whose words are searched at the end. */
const SAMPLES = 40;

/** A message and three consecutive words of its text. */
interface Sample {
	subject: string;
	phrase: string;
}

/** Seconds from the request that connects the mailbox. */
interface InboxEvent {
	firstPage: number;
	listed: number;
	searchable: number;
	peakMb: number | null;
}

/** Messages at the Gmail and Outlook emulators, which hold them in memory. */
const MAX_AT_DOUBLES = 5_000;

/** Measures sync speed: by IMAP compared with other programs, then by the Gmail and Outlook APIs. */
export async function benchSync(file: string, scratch: string): Promise<void> {
	await benchImap(file, scratch);
	await benchEmulators(file, MAX_AT_DOUBLES, scratch);
}

/** Compares with programs that copy and index the same mailbox from the same server. */
async function benchImap(file: string, scratch: string): Promise<void> {
	if (dovecotPath === null) return absent("anything: Dovecot is not installed (npm test installs it)");
	const dovecot = await startDovecot();
	try {
		// Two mailboxes with the same messages, because Dovecot caches requests per mailbox.
		const [our, their] = [await dovecot.addUser(), await dovecot.addUser()];
		const { count, samples } = await fill(dovecot, [our, their], file);
		console.log(`${count} messages in the inbox of a Dovecot on this machine`);
		const copied = await mbsync(dovecot, their, scratch);
		if (copied === null) absent("mbsync is not installed (Debian: isync)");
		const indexed = copied === null ? null : await muIndex(copied.maildir, scratch);
		if (indexed === null) absent("mbsync followed by mu index: mu is not installed (Debian: maildir-utils)");
		if (copied !== null) await rm(copied.maildir, { recursive: true, force: true });
		print(count, await arrive(dovecot, our, { count, samples }, scratch), copied?.measured ?? null, indexed);
	} finally {
		await dovecot.stop();
	}
}

function absent(what: string): void {
	process.stderr.write(`\n!! NOT MEASURED: ${what}\n\n`);
}

/** Puts the file's messages into each inbox, and lets Dovecot index them as a server in use would have. */
async function fill(dovecot: Dovecot, users: MailUser[], file: string): Promise<{ count: number; samples: Sample[] }> {
	const sizes: number[] = [];
	for (const { user } of users) {
		const messages = async function* () {
			for await (const raw of messagesOf(file)) {
				if (user === users[0]?.user) sizes.push(raw.length);
				yield { raw };
			}
		};
		await dovecot.load(user, messages());
		await dovecot.doveadm("index", "-u", user, "INBOX");
	}
	const step = Math.max(1, Math.floor(sizes.length / SAMPLES));
	const samples: Sample[] = [];
	let number = 0;
	for await (const raw of messagesOf(file)) if (number++ % step === 0) samples.push(...(await sampleOf(raw)));
	return { count: sizes.length, samples };
}

async function sampleOf(raw: Uint8Array): Promise<Sample[]> {
	const { subject = "", text = "" } = await PostalMime.parse(raw);
	const runs = text.match(/\b[a-z]{4,} [a-z]{4,} [a-z]{4,}\b/g) ?? [];
	const phrase = runs[Math.floor(runs.length / 2)];
	return phrase === undefined ? [] : [{ subject, phrase }];
}

async function arrive(
	dovecot: Dovecot,
	{ user, password }: MailUser,
	{ count, samples }: { count: number; samples: Sample[] },
	scratch: string,
): Promise<InboxEvent> {
	const server = await startServer(scratch, { ALLOW_PRIVATE_HOSTS: "on" });
	try {
		const { host, imapsPort, certificate } = dovecot;
		const begin = performance.now();
		const passed = (): number => (performance.now() - begin) / 1000;
		const connected = await server.fetch("/api/v1/accounts/imap", {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify({
				email: "bench@example.net",
				username: user,
				password,
				imap: { host, port: imapsPort, security: "tls", certificate },
				smtp: null,
			}),
		});
		if (!connected.ok) throw new Error(`The mailbox was refused: ${await connected.text()}`);
		const { account, job } = (await connected.json()) as { account: Account; job: Job };
		const page = async (query: string): Promise<EmailItem[]> =>
			(await requestJson<{ items: EmailItem[] }>(server, `/api/v1/emails?limit=${PAGE}&${query}`)).items;
		await until(async () => (await page("folder=inbox")).length === Math.min(PAGE, count), 20);
		const firstPage = passed();
		await until(async () => {
			const { items } = await requestJson<{ items: Account[] }>(server, "/api/v1/accounts");
			return items.find(({ id }) => id === account.id)?.totalEmails === count;
		}, 50);
		const listed = passed();
		await waitFor(server, job);
		await until(
			async () => (await requestJson<{ items: Job[] }>(server, "/api/v1/jobs?active=true")).items.length === 0,
		);
		// A message found at once was searchable when the last job ended.
		let searchable = passed();
		for (const { subject, phrase } of samples) {
			const isFound = async (): Promise<boolean> =>
				(await page(`q=${encodeURIComponent(`"${phrase}"`)}`)).some((item) => item.subject === subject);
			if (await isFound()) continue;
			await until(isFound);
			searchable = passed();
		}
		const peakMb = server.peakMb();
		await server.stop(true);
		const bodiless = await countBodiless(server.dataDir);
		if (bodiless > 0) throw new Error(`${bodiless} messages are stored without their body`);
		return { firstPage, listed, searchable, peakMb };
	} finally {
		await server.stop();
	}
}

/** Header-only messages, in the database of a stopped server. */
async function countBodiless(dataDir: string): Promise<number> {
	const log = createLogger({ logLevel: "silent" });
	const database = await openDatabase({ databaseUrl: null, databasePool: 1, dataDir }, log, (cause) => {
		throw cause;
	});
	const row = await database.one<{ n: number }>("select count(*)::int as n from emails where raw_sha256 is null", []);
	await database.close();
	return row?.n ?? 0;
}

function print(count: number, ours: InboxEvent, copied: Measured | null, indexed: Measured | null): void {
	const row = (
		name: string,
		seconds: number,
		peakMb: number | null,
		against = "",
		target = "",
	): (string | number)[] => [name, seconds.toFixed(2), Math.round(count / seconds), peakMb ?? "", against, target];
	const both = copied === null || indexed === null ? null : copied.seconds + indexed.seconds;
	const listed = copied === null ? "" : `${(ours.listed / copied.seconds).toFixed(2)} of mbsync's time`;
	const searchable = both === null ? "" : `${ratio(both / ours.searchable)} as mbsync, then mu`;
	const rows = [
		[`mailstead: first ${PAGE} in the list`, ours.firstPage.toFixed(2), "", "", "", "within 1 s"],
		row("mailstead: every envelope listed", ours.listed, null, listed, "< 0.5"),
		row("mailstead: everything searchable", ours.searchable, ours.peakMb, searchable, "≥ 1.5 ×"),
	];
	if (copied !== null) rows.push(row("mbsync", copied.seconds, copied.peakMb));
	if (indexed !== null) rows.push(row("mu index", indexed.seconds, indexed.peakMb));
	if (both !== null) rows.push(row("mbsync, then mu index", both, null));
	printTable(["", "seconds", "messages/s", "peak MB", "mailstead takes or is", "target"], rows);
}
