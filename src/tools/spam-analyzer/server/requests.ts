import { AppError } from "#kernel/errors.ts";
import { on, type Subscription } from "#kernel/events.ts";
import type { MailContext } from "#kernel/module.ts";
import { domainAnalysisRequested } from "#shared/domain-analysis-requests.ts";
import { tool } from "../tool.ts";
import { ANALYSIS_MS, analyze } from "./analyze.ts";
import { rdapServersOf } from "./checks/domain-age.ts";
import { storeReport } from "./store.ts";
import { readSubject } from "./subject.ts";

/** Analyzes domains that other tools ask about; they read the result in `domain_analyses_v1`. */
export const followRequests: Subscription<MailContext> = {
	name: `${tool.id}.requests`,
	handlers: [
		on(domainAnalysisRequested, async (ctx: MailContext, events, { ownerId, signal }) => {
			const domains = new Set(events.map(({ payload }) => payload.domain));
			await Promise.all([...domains].map((domain) => analyzeDomain(ctx, ownerId, domain, signal)));
		}),
	],
};

async function analyzeDomain(ctx: MailContext, ownerId: string, domain: string, signal: AbortSignal): Promise<void> {
	let sender: ReturnType<typeof readSubject>;
	try {
		sender = readSubject(domain);
	} catch (cause) {
		// Not a domain on the internet: there is nothing to analyze, now or later.
		if (cause instanceof AppError && cause.code === "invalid-email") return;
		throw cause;
	}
	const report = await analyze(ctx, ownerId, {
		...{ subject: domain, sender, deepAnalysis: false, checkSpamRisk: false },
		...{ timeoutMs: ANALYSIS_MS, rdapServers: rdapServersOf(ctx), signal },
	});
	await storeReport(ctx.database, ownerId, report);
}
