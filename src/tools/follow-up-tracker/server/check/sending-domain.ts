import { z } from "zod";
import { isFreeProvider } from "#kernel/domains.ts";
import type { MailContext } from "#kernel/module.ts";
import { domainAnalysisRequested } from "#shared/domain-analysis-requests.ts";
import type { Finding } from "../../contract.ts";
import { ask } from "./ask.ts";

/** Whether receivers accept mail of the sending domain as its own: SPF, DKIM and DMARC, as the analyzer sees them. */

/** An analysis that found nothing wrong is not repeated within this time. */
const FRESH_MS = 600_000;
/** Longer than an analysis takes. */
const WAIT_MS = 15_000;

/** What is read of a report. */
const analysis = z.object({
	checks: z.array(z.object({ id: z.string(), state: z.string(), detail: z.string(), fix: z.string().nullish() })),
	/** Of the domain's latest messages in the user's mailboxes: results of DMARC, or of DKIM or SPF, on arrival. */
	ownMail: z.object({ authenticated: z.number(), notAuthenticated: z.number() }).nullable(),
});
type Analysis = z.infer<typeof analysis>;

interface Given {
	ownerId: string;
	domain: string;
	signal: AbortSignal;
}

/** @returns what blocks a launch, and what may bring the mail to spam */
export async function domainFindings(ctx: MailContext, given: Given): Promise<Finding[]> {
	const { domain } = given;
	// Its records are the provider's, and its mail servers sign.
	if (isFreeProvider(domain)) return [];
	const found = await analysisOf(ctx, given);
	const warn = (code: string, message: string): Finding => ({ code, message, isBlocking: false });
	if (found === null)
		return [warn("domain-not-checked", `${domain} couldn't be analyzed. Check again before you launch.`)];
	return judge(domain, found);
}

/** What could not be looked up blocks nothing. */
function judge(domain: string, { checks, ownMail }: Analysis): Finding[] {
	const found: Finding[] = [];
	const { authenticated, notAuthenticated } = ownMail ?? { authenticated: 0, notAuthenticated: 0 };
	for (const { id, state, detail, fix } of checks) {
		if (id !== "spf" && id !== "dkim" && id !== "dmarc") continue;
		const name = `${id.toUpperCase()} of ${domain}`;
		const sentences = [`${name}: ${detail}`, fix ?? ""].join(" ").trim();
		if (state === "fail") found.push({ code: `no-${id}`, message: sentences, isBlocking: true });
		else if (state === "warn" && id === "dkim")
			found.push({ code: "weak-dkim", message: sentences, isBlocking: false });
		else if (state === "error" || (state === "not_checked" && id !== "dkim"))
			found.push({ code: `${id}-not-checked`, message: `${name} couldn't be checked: ${detail}`, isBlocking: false });
	}
	const latest = authenticated + notAuthenticated;
	if (latest > 0 && authenticated === 0)
		found.push({
			code: "not-aligned",
			message: `None of the latest ${latest} emails from ${domain} in your mailboxes passed authentication. If you sent them, let your mail server sign with DKIM for ${domain}, or add it to the SPF record.`,
			// They may be forged.
			isBlocking: false,
		});
	else if (authenticated === 0 && checks.some(({ id, state }) => id === "dkim" && state === "not_checked"))
		found.push({
			code: "dkim-unknown",
			message: `No DKIM key of ${domain} was found under the usual names. Send a test to another mailbox of yours and check again.`,
			isBlocking: false,
		});
	return found;
}

/** A recent analysis, or a new one; null: none was made in time. */
async function analysisOf(ctx: MailContext, { ownerId, domain, signal }: Given): Promise<Analysis | null> {
	const recent = await readAnalysis(ctx, ownerId, domain, new Date(ctx.now() - FRESH_MS));
	if (recent !== null && judge(domain, recent).length === 0) return recent;
	const requestedAt = new Date(ctx.now());
	return ask(ctx, {
		...{ ownerId, signal, stream: domainAnalysisRequested, payload: { domain }, waitMs: WAIT_MS },
		read: () => readAnalysis(ctx, ownerId, domain, requestedAt),
	});
}

async function readAnalysis(
	{ database }: MailContext,
	ownerId: string,
	domain: string,
	since: Date,
): Promise<Analysis | null> {
	const [row] = await database.query<{ report: unknown }>(
		`select report from domain_analyses_v1
		where owner_id = $1 and domain = $2 and analyzed_at >= $3 order by analyzed_at desc limit 1`,
		[ownerId, domain, since],
	);
	return row === undefined ? null : analysis.parse(row.report);
}
