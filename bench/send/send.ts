import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readConfig } from "#server/config.ts";
import { connectMailbox } from "#server/mail/send/testing.ts";
import { openContext } from "#server/server.ts";
import { startDovecot } from "#test/dovecot/dovecot.ts";
import { dovecotPath } from "#test/dovecot/program.ts";
import { type SmtpSink, startSmtpSink } from "#test/smtp-sink.ts";
import { hasPostgres, startPostgres, startWorker } from "../cluster.ts";
import { isInstalled, measure } from "../process.ts";
import { freePort, until } from "../server.ts";
import { printTable } from "../table.ts";
import { addCampaigns, BETWEEN_MS, OWNER, runCampaign } from "./campaigns.ts";
import { benchScheduling } from "./scheduling.ts";

/**
 * Mailboxes that send at the same time, which smtp-source has as sessions; and what the SMTP server takes to confirm a message: one
 * that forgets it, and one that stores it in two places first.
 */
const SETTINGS = [
	{ mailboxes: 1, delayMs: 0 },
	{ mailboxes: 1, delayMs: 100 },
	{ mailboxes: 8, delayMs: 100 },
];
const POLL_MS = 2;
/** Debian puts it where only root looks for programs. */
const SMTP_SOURCE = ["/usr/sbin/smtp-source", "/usr/local/sbin/smtp-source"].find(existsSync) ?? "smtp-source";

/**
 * How many messages of a campaign are handed over and sent per second, each once and with its copy in Sent, against smtp-source
 * with the same message on the same SMTP server; then what running campaigns costs with a million recipients, on PostgreSQL where it
 * is installed, since the embedded database takes minutes to store them.
 * @param count messages of each measurement
 */
export async function benchSend(count: number, scratch: string): Promise<void> {
	if (dovecotPath === null) throw new Error("Dovecot is not installed (npm test installs it)");
	if (!hasSource())
		console.log("smtp-source is not installed (Debian: apt-get install postfix), so there is nothing to compare with.");
	console.log("embedded database");
	await compare(count, scratch, null);
	const postgres = (await hasPostgres()) ? await startPostgres() : null;
	if (postgres === null) return benchScheduling(scratch, null);
	try {
		console.log("\nPostgreSQL");
		await compare(count, scratch, await postgres.createDatabase());
		await benchScheduling(scratch, await postgres.createDatabase());
	} finally {
		await postgres.stop();
	}
}

const hasSource = (): boolean => existsSync(SMTP_SOURCE) || isInstalled(SMTP_SOURCE);

async function compare(count: number, scratch: string, databaseUrl: string | null): Promise<void> {
	const rows: (string | number)[][] = [];
	const sink = await startSmtpSink();
	const dataDir = await mkdtemp(join(scratch, "data-"));
	try {
		for (const { mailboxes, delayMs } of SETTINGS) {
			sink.delayReplies(delayMs);
			const own = await sendOwn({ sink, count, mailboxes, dataDir, databaseUrl });
			const message = join(scratch, "message.eml");
			await writeFile(message, (sink.received[0]?.raw ?? "").replaceAll("\r\n", "\n"));
			const theirs = hasSource() ? await sendTheirs({ sink, count, mailboxes, message }) : null;
			rows.push([
				...[`${delayMs} ms`, mailboxes, own.handedOver.toFixed(1), own.sent.toFixed(1)],
				...[theirs?.toFixed(1) ?? "not installed", theirs === null ? "" : (own.sent / theirs).toFixed(2)],
				own.processorMs,
			]);
		}
	} finally {
		await sink.close();
		await rm(dataDir, { recursive: true, force: true });
	}
	const head = ["reply after", "mailboxes", "handed over/s", "sent/s", "smtp-source/s", "ratio", "CPU ms a message"];
	printTable(head, rows);
}

interface Given {
	sink: SmtpSink;
	count: number;
	mailboxes: number;
}

interface Rates {
	/** Messages per second. */
	handedOver: number;
	sent: number;
	/** To send a message. */
	processorMs: string;
}

/** Hands a campaign over, whose hours have passed, then starts the server, which sends it. */
async function sendOwn(given: Given & { dataDir: string; databaseUrl: string | null }): Promise<Rates> {
	const { sink, count, mailboxes, dataDir, databaseUrl } = given;
	const settings = {
		...{ DATA_DIR: dataDir, ALLOW_PRIVATE_HOSTS: "on", LOG_LEVEL: "warn", PREPARE_DEMO: "off", PARSE_WORKERS: "1" },
		...{ SEND_PER_MINUTE: "10000", SEND_PER_DAY: "10000000", PORT: String(await freePort()) },
		...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
	};
	const dovecot = await startDovecot();
	try {
		const runs = Math.ceil(count / mailboxes);
		let now = Date.now() - (runs + 1) * BETWEEN_MS;
		let handedOver = 0;
		const { ctx, close } = await openContext(readConfig(settings), { now: () => now });
		try {
			// Those of the measurement before, whose servers are gone.
			await ctx.database.exec("update connected_accounts set status = 'disconnected' where owner_id = $1", [OWNER]);
			const accounts: string[] = [];
			for (let n = 0; n < mailboxes; n++)
				accounts.push(await connectMailbox({ ctx, ownerId: OWNER }, dovecot, await dovecot.addUser(), sink.port));
			const campaign = { count: 1, accounts, recipients: runs * mailboxes, due: 1, at: now };
			const [id = ""] = await addCampaigns(ctx, campaign);
			const begin = performance.now();
			for (let n = 0; n < runs; n++) {
				now += BETWEEN_MS;
				await runCampaign(ctx, id, now);
			}
			handedOver = (runs * mailboxes * 1_000) / (performance.now() - begin);
		} finally {
			await close();
		}
		sink.received.length = 0;
		const worker = await startWorker(settings);
		try {
			await until(async () => sink.received.length > 0, POLL_MS);
			const begunWith = sink.received.length;
			const begin = performance.now();
			const processorMs = worker.processorMs() ?? 0;
			await until(async () => sink.received.length >= runs * mailboxes, POLL_MS);
			const seconds = (performance.now() - begin) / 1_000;
			const sent = runs * mailboxes - begunWith;
			const spent = (worker.processorMs() ?? 0) - processorMs;
			return { handedOver, sent: sent / seconds, processorMs: (spent / sent).toFixed(1) };
		} finally {
			await worker.stop();
		}
	} finally {
		await dovecot.stop();
	}
}

/** @returns messages per second of smtp-source */
async function sendTheirs({ sink, count, mailboxes, message }: Given & { message: string }): Promise<number> {
	sink.received.length = 0;
	const sending = measure(SMTP_SOURCE, [
		...["-d", "-s", String(mailboxes), "-m", String(count), "-M", "bench.example.org"],
		...["-f", "ann@example.org", "-t", "person@example.net", "-F", message, `inet:127.0.0.1:${sink.port}`],
	]);
	await until(async () => sink.received.length > 0, POLL_MS);
	const begunWith = sink.received.length;
	const begin = performance.now();
	await until(async () => sink.received.length >= count, POLL_MS);
	const seconds = (performance.now() - begin) / 1_000;
	await sending;
	return (count - begunWith) / seconds;
}
