import { provide } from "#kernel/capabilities.ts";
import type { MailContext } from "#kernel/module.ts";
import { analyzeDomain } from "#shared/capabilities/analyze-domain.ts";
import { ANALYSIS_MS, analyze } from "./analyze.ts";
import { rdapServersOf } from "./checks/domain-age.ts";
import { findReport, storeReport } from "./store.ts";
import { readSubject } from "./subject.ts";

/** Analyses that other tools ask for; new ones are stored like any other. */
export const provideDomainAnalysis = provide(
	analyzeDomain,
	async (ctx: MailContext, { ownerId, signal }, { domain, maxAgeMs }) => {
		const sender = readSubject(domain);
		const since = maxAgeMs === null ? null : new Date(ctx.now() - maxAgeMs);
		const recent = since === null ? null : await findReport(ctx.database, ownerId, { domain, since });
		if (recent !== null) return { isNew: false, checks: recent.checks, ownMail: recent.ownMail };
		const report = await analyze(ctx, ownerId, {
			...{ subject: domain, sender, deepAnalysis: false, checkSpamRisk: false },
			...{ timeoutMs: ANALYSIS_MS, rdapServers: rdapServersOf(ctx), signal },
		});
		await storeReport(ctx.database, ownerId, report);
		return { isNew: true, checks: report.checks, ownMail: report.ownMail };
	},
);
