import { z } from "zod";
import { AppError, notFound } from "#kernel/errors.ts";
import { type MailContext, mailOwner } from "#kernel/module.ts";
import { cancelSchedule, type ScheduledTask, scheduleRecurring } from "#kernel/schedule.ts";
import { brand } from "#shared/brand.ts";
import type { DomainChange, WatchInterval } from "../../contract.ts";
import { checkNames, stateNames } from "../../names.ts";
import { tool } from "../../tool.ts";
import { ANALYSIS_MS, analyze } from "../analyze.ts";
import { rdapServersOf } from "../checks/domain-age.ts";
import { deleteReports, storeReport } from "../store.ts";
import { readSubject } from "../subject.ts";
import { compare } from "./compare.ts";
import { deleteWatch, readWatch, recordCheck, saveWatch } from "./store.ts";

const input = z.object({ domain: z.string() });

/** Analyzes a watched domain on its schedule. */
export const watchTask: ScheduledTask<MailContext, z.infer<typeof input>> = {
	name: `${tool.id}.watch`,
	input,
	async run(ctx, { ownerId, input: { domain }, signal }) {
		await checkWatched(ctx, ownerId, domain, signal);
	},
};

/** Watches the domain of an address, or changes how. @throws AppError as `readSubject`, and 409 `too-many-watches` */
export async function startWatching(
	ctx: MailContext,
	ownerId: string,
	{ email, every, mails }: { email: string; every: WatchInterval; mails: boolean },
): Promise<string> {
	const { domain } = readSubject(email);
	await ctx.database.transaction(async () => {
		await saveWatch(ctx.database, {
			...{ ownerId, domain, subject: email.trim().slice(0, 320), every, mails, now: ctx.now() },
		});
		const schedule = { ownerId, key: domain, cron: cronOf(domain, every), timeZone: "UTC", input: { domain } };
		await scheduleRecurring(ctx, watchTask, schedule);
	});
	return domain;
}

/** Spread over the day by the domain, so that servers are not asked about all domains at once. */
function cronOf(domain: string, every: WatchInterval): string {
	const minutes = [...domain].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_440, 7);
	return `${minutes % 60} ${Math.floor(minutes / 60)} * * ${every === "day" ? "*" : minutes % 7}`;
}

/** Stops watching. @throws AppError 404 */
export async function stopWatching(ctx: MailContext, ownerId: string, domain: string): Promise<void> {
	await ctx.database.transaction(async () => {
		await deleteWatch(ctx.database, ownerId, domain);
		await cancelSchedule(ctx, watchTask, { ownerId, key: domain });
	});
}

/**
 * Analyzes a watched domain, records what changed, and emails the user about it if they want that.
 * @throws AppError 404 when it is not watched
 */
export async function checkWatched(
	ctx: MailContext,
	ownerId: string,
	domain: string,
	signal?: AbortSignal,
): Promise<DomainChange[]> {
	const { database, now } = ctx;
	const watch = await readWatch(database, ownerId, domain);
	if (watch === null) throw notFound("The watched domain");
	const report = await analyze(ctx, ownerId, {
		...{ subject: watch.subject, sender: readSubject(watch.subject), deepAnalysis: true, checkSpamRisk: true },
		...{ timeoutMs: ANALYSIS_MS, rdapServers: rdapServersOf(ctx), signal },
	});
	await storeReport(database, ownerId, report);
	const { known, changes } = compare(watch.known, report.checks);
	const isWatched = await recordCheck(database, ownerId, { domain, known, changes, analysisId: report.id, now: now() });
	// Analyses that found nothing new would push out those that the user asked for.
	if (changes.length === 0 && watch.analysisId !== null)
		await deleteReports(database, ownerId, watch.analysisId).catch(ignoreGone);
	// The change is recorded: a mail server that is down must not hide it, nor repeat the analysis.
	if (isWatched && changes.length > 0 && watch.mails && ctx.mailer.configured)
		await mailOwner(ctx, ownerId, noticeOf(domain, changes, ctx.config.baseUrl)).catch((error: unknown) =>
			ctx.log.warn({ event: "spam_analyzer.notice_failed", error }, "a notice about a watched domain was not sent"),
		);
	return changes;
}

/** The user may have deleted it. */
function ignoreGone(cause: unknown): void {
	if (!(cause instanceof AppError) || cause.status !== 404) throw cause;
}

function noticeOf(domain: string, changes: readonly DomainChange[], baseUrl: string) {
	const lines = changes.flatMap(({ check, before, after, was, is, detail }) => [
		`${checkNames[check]}: ${before === after ? stateNames[after] : `${stateNames[before]} → ${stateNames[after]}`}. ${detail}`,
		...(was === is ? [] : [`  was: ${was || "none"}`, `  is:  ${is || "none"}`]),
	]);
	return {
		subject: `${domain} has changed`,
		text: [
			`${brand.name} watches ${domain} for you. Since the last check:`,
			"",
			...lines,
			"",
			"See the analysis, or stop watching:",
			`${baseUrl}${tool.path}?view=watched`,
			"",
		].join("\n"),
	};
}
