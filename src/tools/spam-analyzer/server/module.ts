import { implement, type MailContext, type ServerModule } from "#kernel/module.ts";
import { recurring, type ScheduledTask } from "#kernel/schedule.ts";
import { spamAnalyzerContract } from "../contract.ts";
import { spamAnalyzerSettings } from "../settings.ts";
import { tool } from "../tool.ts";
import { ANALYSIS_MS, analyze } from "./analyze.ts";
import { rdapServersOf } from "./checks/domain-age.ts";
import { followUnsubscribes } from "./complaints.ts";
import { followReports, readReportsJob, readStale, startReading } from "./dmarc/collect.ts";
import { listReports as listDmarcEmails, listSources, listUnreadable } from "./dmarc/lists.ts";
import { readDmarcList, readDmarcOverview } from "./dmarc/overview.ts";
import { analyzeMessage } from "./message/analyze-message.ts";
import { readPassport } from "./passport.ts";
import { provideDomainAnalysis } from "./provide-analysis.ts";
import { deleteReports, getReport, listReports, storeReport } from "./store.ts";
import { readSubject } from "./subject.ts";
import { countNew, listWatches, markSeen } from "./watch/store.ts";
import { checkWatched, startWatching, stopWatching, watchTask } from "./watch/watch.ts";
import { scoreWith } from "./what-if.ts";

/** Analyses of senders' domains, and their history. */
export const spamAnalyzerModule: ServerModule<MailContext> = {
	name: tool.id,
	settings: [spamAnalyzerSettings],
	// Derived from mail.
	notExported: ["dmarc_reports", "dmarc_scans", "dmarc_sources", "unsubscribed_senders"],
	jobs: [readReportsJob],
	subscriptions: [followUnsubscribes, followReports],
	capabilities: [provideDomainAnalysis],
	schedules: [
		watchTask as ScheduledTask<MailContext>,
		recurring(`${tool.id}.dmarc-reports`, "*/10 * * * *", readStale),
	],
	routes(ctx) {
		const { database, now } = ctx;
		const rdapServers = rdapServersOf(ctx);
		return [
			implement(spamAnalyzerContract, {
				async "validate-email"({ caller, body, signal }) {
					const { deepAnalysis, checkSpamRisk } = body;
					const sender = readSubject(body.email);
					const report = await analyze(ctx, caller.ownerId, {
						...{ subject: body.email.trim().slice(0, 320), sender, deepAnalysis, checkSpamRisk },
						...{ timeoutMs: ANALYSIS_MS, rdapServers, signal },
					});
					await storeReport(database, caller.ownerId, report);
					return { analysis: report.analysis, report };
				},
				async analyzeMessage({ caller, body, signal }) {
					const options = { timeoutMs: ANALYSIS_MS, rdapServers, signal };
					const report = await analyzeMessage(ctx, caller.ownerId, body, options);
					await storeReport(database, caller.ownerId, report);
					return { analysis: report.analysis, report };
				},
				listSpamAnalyses: ({ caller, query }) => listReports(database, caller.ownerId, query),
				getSpamAnalysis: ({ caller, params }) => getReport(database, caller.ownerId, params.id),
				async whatIf({ caller, params, body, signal }) {
					const report = await getReport(database, caller.ownerId, params.id);
					return scoreWith(ctx, caller.ownerId, report, body, { timeoutMs: ANALYSIS_MS, rdapServers, signal });
				},
				getSenderPassport: ({ caller, query }) => readPassport(ctx, caller.ownerId, query.address),
				getDmarcReports: ({ caller, query }) => readDmarcOverview(database, caller.ownerId, { ...query, now: now() }),
				listDmarcSources: ({ caller, query }) =>
					readDmarcList(database, caller.ownerId, { ...query, now: now() }, listSources),
				listDmarcReportEmails: ({ caller, query }) =>
					readDmarcList(database, caller.ownerId, { ...query, now: now() }, listDmarcEmails),
				listUnreadableDmarcReports: ({ caller, query }) => listUnreadable(database, caller.ownerId, query),
				readDmarcReports: async ({ caller, body }) => ({
					job: await startReading(ctx, caller.ownerId, body.account ?? null),
				}),
				listWatchedDomains: async ({ caller }) => ({
					items: await listWatches(database, caller.ownerId),
					canMail: ctx.mailer.configured,
				}),
				countDomainChanges: async ({ caller }) => ({ count: await countNew(database, caller.ownerId) }),
				async watchDomain({ caller, body, signal }) {
					const domain = await startWatching(ctx, caller.ownerId, body);
					await checkWatched(ctx, caller.ownerId, domain, signal);
					return { domain };
				},
				checkWatchedDomain: async ({ caller, params, signal }) => ({
					changes: await checkWatched(ctx, caller.ownerId, params.domain, signal),
				}),
				async markDomainChangesSeen({ caller }) {
					await markSeen(database, caller.ownerId, now());
					return undefined;
				},
				async unwatchDomain({ caller, params }) {
					await stopWatching(ctx, caller.ownerId, params.domain);
					return undefined;
				},
				async deleteSpamAnalysis({ caller, params }) {
					await deleteReports(database, caller.ownerId, params.id);
					return undefined;
				},
				async deleteSpamAnalyses({ caller }) {
					await deleteReports(database, caller.ownerId, null);
					return undefined;
				},
			}),
		];
	},
};
