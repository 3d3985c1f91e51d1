import { z } from "zod";

/** `passed`: DKIM or SPF, in alignment with the author's domain. */
export const dmarcSource = z.object({
	ip: z.string(),
	/** Registrable domain that DKIM or SPF passed for, as the reports say; null: neither passed. */
	sender: z.string().nullable(),
	emails: z.number(),
	passed: z.number(),
	dkim: z.number(),
	spf: z.number(),
	quarantined: z.number(),
	rejected: z.number(),
	reporters: z.array(z.string()),
});

export const dmarcReport = z.object({
	emailId: z.uuid(),
	organization: z.string(),
	begins: z.string(),
	ends: z.string(),
	policy: z.string(),
	emails: z.number(),
});

export const unreadableReport = z.object({
	emailId: z.uuid(),
	subject: z.string(),
	/** Null: the email is gone. */
	receivedAt: z.string().nullable(),
	problem: z.string(),
});

/** What aggregate reports of receivers say about a domain's mail. */
export const dmarcOverview = z.object({
	/** Domains with reports, the latest first. */
	domains: z.array(z.object({ domain: z.string(), reports: z.number() })),
	/** Null: there are no reports. */
	domain: z.string().nullable(),
	since: z.string(),
	/** Days (UTC) with mail, by the beginning of the report. */
	days: z.array(z.object({ day: z.string(), passed: z.number(), failed: z.number() })),
	/** Most emails first, at most 500 of `sourceTotal`; `listDmarcSources` has all. */
	sources: z.array(dmarcSource),
	sourceTotal: z.number(),
	/** Newest first, at most 100 of `reportTotal`; `listDmarcReportEmails` has all. */
	reports: z.array(dmarcReport),
	reportTotal: z.number(),
	/** Emails whose report can't be read, at most 100 of `unreadableTotal`; `listUnreadableDmarcReports` has all. */
	unreadable: z.array(unreadableReport),
	unreadableTotal: z.number(),
});
export type DmarcOverview = z.infer<typeof dmarcOverview>;
