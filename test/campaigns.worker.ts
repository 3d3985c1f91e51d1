import { createGmailProvider } from "#providers/gmail/provider.ts";
import { imapProvider } from "#providers/imap/provider.ts";
import { createOutlookProvider } from "#providers/outlook/provider.ts";
import type { Provider } from "#server/mail/provider/provider.ts";
import { enqueueDue } from "#server/mail/send/job.ts";
import { recognizeResponses } from "#server/mail/send/recognize.ts";
import { resolveByUser } from "#server/mail/send/resolve.ts";
import { enqueueSync } from "#server/mail/sync/job.ts";
import { startDue } from "#server/platform/schedule/start-due.ts";
import { nextDue } from "#server/platform/schedule/store.ts";
import { campaignRun } from "#tools/follow-up-tracker/server/run.ts";
import { newMailSignals, outgoingSignals } from "#tools/follow-up-tracker/server/signals.ts";
import { openTrackedLink, showPixel } from "#tools/follow-up-tracker/server/tracking/tracking.ts";
import { showUnsubscribe, unsubscribe } from "#tools/follow-up-tracker/server/unsubscribe.ts";
import type { CampaignCommand, CampaignServer } from "./campaigns.ts";
import { OWNER, openMailbox } from "./mailbox.ts";

/** A server of campaigns under the clock of a test, which kills it. Argument: `CampaignServer` as JSON. */

const DRAIN_MS = 120_000;

const setup = JSON.parse(process.argv[2] ?? "") as CampaignServer;
let now = setup.now;
const { ctx } = await openMailbox(setup, {
	provider: providerOf(setup.provider),
	receivers: [{ name: "send.responses", onNewMail: recognizeResponses }],
	subscriptions: [outgoingSignals, newMailSignals],
	schedules: [campaignRun],
	now: () => now,
	baseUrl: setup.baseUrl,
});

function providerOf(given: CampaignServer["provider"]): Provider {
	if (given.kind === "imap") return imapProvider;
	return given.kind === "gmail" ? createGmailProvider(given.options) : createOutlookProvider(given.options);
}

/** What arrived is synced, then what is due is sent. @returns when something is due next; null: never */
async function step(at: number, accounts: readonly string[]): Promise<number | null> {
	now = at;
	// Budgets of requests refill with the database's clock, for which hardly any time has passed.
	await ctx.database.exec("delete from provider_budgets", []);
	for (const id of accounts) await enqueueSync(ctx, OWNER, id);
	await ctx.jobs.drain(DRAIN_MS);
	await startDue(ctx, [campaignRun.name]);
	await enqueueDue(ctx);
	await ctx.jobs.drain(DRAIN_MS);
	const outgoing = await ctx.database.one<{ at: Date | null }>(
		"select min(next_attempt_at) as at from outgoing_messages",
		[],
	);
	const times = [await nextDue(ctx.database, [campaignRun.name]), outgoing?.at ?? null];
	const next = times.flatMap((time) => (time === null ? [] : [time.getTime()]));
	return next.length === 0 ? null : Math.min(...next);
}

/** The user looks which of the messages that are uncertain have arrived. @returns how many there were */
async function decide(arrived: readonly string[]): Promise<number> {
	const rows = await ctx.database.query<{ id: string; messageId: string }>(
		`select id, message_id as "messageId" from outgoing_messages where state = 'uncertain' and next_attempt_at is null`,
		[],
	);
	for (const { id, messageId } of rows)
		await resolveByUser(ctx, OWNER, id, arrived.includes(messageId) ? "mark_sent" : "send_again");
	return rows.length;
}

async function visit(at: number, method: "GET" | "POST", link: string): Promise<number> {
	now = at;
	const [, page = "", token = ""] = new URL(link).pathname.split("/");
	const headers = { accept: "text/html", "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/142.0" };
	const request = new Request(link, { method, headers });
	if (page === "unsubscribe") {
		const reply = await (method === "GET" ? showUnsubscribe : unsubscribe)(ctx, token, request);
		return reply.status;
	}
	const given = { token, request, callerId: null };
	return (await (page === "opens" ? showPixel : openTrackedLink)(ctx, given)).status;
}

function execute(command: CampaignCommand): Promise<number | null> {
	if (command.kind === "step") return step(command.now, command.accounts);
	return command.kind === "decide" ? decide(command.arrived) : visit(command.now, command.method, command.link);
}

process.on("message", (command: CampaignCommand) => {
	execute(command).then(
		(result) => process.send?.({ result }),
		(cause: unknown) =>
			process.send?.({ error: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) }),
	);
});
process.once("disconnect", () => process.exit());
process.send?.({ result: null });
