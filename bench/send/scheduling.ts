import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { readConfig } from "#server/config.ts";
import type { Context } from "#server/identity/auth/context.ts";
import { sealCredentials } from "#server/mail/sessions/credentials.ts";
import { startDue } from "#server/platform/schedule/start-due.ts";
import { openContext } from "#server/server.ts";
import { newId } from "#shared/ids.ts";
import { campaignRun } from "#tools/follow-up-tracker/server/run.ts";
import { percentile, printTable } from "../table.ts";
import { addCampaigns, BETWEEN_MS, OWNER, runCampaign } from "./campaigns.ts";

/** What campaigns cost that wait for their time: one run of a campaign hands one message over, however many wait. */

/** The most recipients that a campaign may have. */
const EACH = 10_000;
const SIZES = [10_000, 1_000_000];
const RUNS = 100;

/** @param databaseUrl null: the embedded database */
export async function benchScheduling(scratch: string, databaseUrl: string | null): Promise<void> {
	const dataDir = await mkdtemp(join(scratch, "campaigns-"));
	let now = Date.now();
	const settings = {
		DATA_DIR: dataDir,
		LOG_LEVEL: "warn",
		...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
	};
	const { ctx, close } = await openContext(readConfig(settings), { now: () => now });
	try {
		const account = await addMailbox(ctx);
		const rows: (string | number)[][] = [];
		const campaigns: string[] = [];
		for (const size of SIZES) {
			const made = { accounts: [account], recipients: EACH, due: 0.02, at: now };
			campaigns.push(...(await addCampaigns(ctx, { ...made, count: size / EACH - campaigns.length })));
			for (const table of ["campaigns", "campaign_recipients", "campaign_messages"])
				await ctx.database.exec(`analyze ${table}`, []);
			const due: number[] = [];
			const idle: number[] = [];
			const poll: number[] = [];
			for (let n = 0; n < RUNS; n++) {
				const campaignId = campaigns[(n * 37) % campaigns.length] ?? "";
				now += BETWEEN_MS;
				const before = await handedOver(ctx);
				due.push(await timed(() => runCampaign(ctx, campaignId, now)));
				if ((await handedOver(ctx)) !== before + 1) throw new Error("A run that was due handed no message over");
				// The mailbox has just handed a message over.
				idle.push(await timed(() => runCampaign(ctx, campaignId, now)));
				poll.push(await timed(() => startDue(ctx, [campaignRun.name])));
				// Nothing is sent here, and results that are missing would be looked for in each run.
				await ctx.database.exec("update campaign_messages set state = 'sent' where owner_id = $1", [OWNER]);
			}
			for (const [name, times] of [
				["message due", due],
				["nothing due", idle],
				["poll of schedules", poll],
			] as const)
				rows.push([
					`${size.toLocaleString("en-US")} recipients: ${name}`,
					...[50, 99, 100].map((share) => percentile(times, share)),
				]);
		}
		printTable(["a run of a campaign", "p50 ms", "p99 ms", "most ms"], rows);
	} finally {
		await close();
		await rm(dataDir, { recursive: true, force: true });
	}
}

async function timed(work: () => Promise<unknown>): Promise<number> {
	const begin = performance.now();
	await work();
	return performance.now() - begin;
}

async function handedOver({ database }: Context): Promise<number> {
	const row = await database.one<{ n: number }>("select count(*)::int as n from campaign_messages", []);
	return row?.n ?? 0;
}

async function addMailbox({ config, database }: Context): Promise<string> {
	const id = newId();
	const email = "ann@example.org";
	const server = { host: "mail.example.org", port: 993, security: "tls" };
	const connection = {
		email,
		username: email,
		access: "full",
		imap: server,
		smtp: { ...server, port: 465 },
		sieve: null,
	};
	await database.exec(
		"insert into connected_accounts (owner_id, id, provider, name, email, settings, credentials) values ($1, $2, 'imap', $3, $3, $4, $5)",
		[OWNER, id, email, connection, sealCredentials(config, OWNER, id, { password: "secret" })],
	);
	return id;
}
