import type { z } from "zod";
import { capability } from "#kernel/capabilities.ts";
import { isFreeProvider } from "#kernel/domains.ts";
import { AppError } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import type { Sender } from "#kernel/send.ts";
import { analyzeDomain } from "#shared/capabilities/analyze-domain.ts";
import { domainOf } from "#shared/mail/addresses.ts";
import type { Finding } from "../../contract.ts";

/** Whether receivers accept mail of the sending domain as its own: SPF, DKIM and DMARC, as the analyzer sees them. */

/** An analysis that found nothing wrong is not repeated within this time. */
const FRESH_MS = 600_000;

type Analysis = z.infer<typeof analyzeDomain.result>;

interface Given {
	ownerId: string;
	domain: string;
	signal: AbortSignal;
}

/** The domains on the internet that these mailboxes send from. */
export function domainsOf(senders: readonly Pick<Sender, "email">[]): string[] {
	const domains = senders.map(({ email }) => domainOf(email ?? "").toLowerCase());
	return [...new Set(domains.filter((domain) => domain.includes(".")))];
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

/** A recent analysis, or a new one; null: no tool analyzes domains, or this is none on the internet. */
async function analysisOf(ctx: MailContext, { ownerId, domain, signal }: Given): Promise<Analysis | null> {
	const analyze = capability(ctx, analyzeDomain);
	if (analyze === null) return null;
	try {
		const found = await analyze({ ownerId, signal }, { domain, maxAgeMs: FRESH_MS });
		if (found.isNew || judge(domain, found).length === 0) return found;
		return await analyze({ ownerId, signal }, { domain, maxAgeMs: null });
	} catch (cause) {
		if (cause instanceof AppError && cause.code === "invalid-email") return null;
		throw cause;
	}
}
