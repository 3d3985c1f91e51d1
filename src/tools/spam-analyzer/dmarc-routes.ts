import { z } from "zod";
import type { Contract } from "#shared/contract.ts";
import { job } from "#shared/contracts/jobs.ts";
import { dmarcOverview, dmarcReport, dmarcSource, unreadableReport } from "./dmarc.ts";

const dmarcScope = {
	/** Absent: the one with the latest report. */
	domain: z.string().toLowerCase().max(253).optional(),
	days: z.coerce.number().int().min(1).max(3_660).default(90),
};
const page = {
	limit: z.coerce.number().int().min(1).max(500).default(50),
	cursor: z.string().max(500).optional(),
};
/** `total`: of all pages. */
const pageOf = <Item extends z.ZodType>(item: Item) =>
	z.object({ items: z.array(item), total: z.number(), nextCursor: z.string().nullable() });

/** Routes of DMARC reports, a part of the contract of the tool. */
export const dmarcRoutes = {
	getDmarcReports: {
		method: "GET",
		path: "/api/v1/spam-analyzer/dmarc-reports",
		summary: "What the DMARC reports in the user's mailboxes say about a domain, by source and day",
		readsMail: true,
		query: z.object(dmarcScope),
		reply: dmarcOverview,
	},
	listDmarcSources: {
		method: "GET",
		path: "/api/v1/spam-analyzer/dmarc-reports/sources",
		summary: "List who sent mail of a domain as its DMARC reports say, most emails first",
		readsMail: true,
		query: z.object({ ...dmarcScope, ...page }),
		reply: pageOf(dmarcSource),
		problems: ["bad-cursor"],
	},
	listDmarcReportEmails: {
		method: "GET",
		path: "/api/v1/spam-analyzer/dmarc-reports/emails",
		summary: "List the emails with DMARC reports about a domain, newest first",
		readsMail: true,
		query: z.object({ ...dmarcScope, ...page }),
		reply: pageOf(dmarcReport),
		problems: ["bad-cursor"],
	},
	listUnreadableDmarcReports: {
		method: "GET",
		path: "/api/v1/spam-analyzer/dmarc-reports/unreadable",
		summary: "List the emails whose DMARC report can't be read, newest first",
		readsMail: true,
		query: z.object(page),
		reply: pageOf(unreadableReport),
		problems: ["bad-cursor"],
	},
	readDmarcReports: {
		method: "POST",
		path: "/api/v1/spam-analyzer/dmarc-reports",
		summary: "Read the DMARC reports in mailboxes that were not read yet",
		readsMail: true,
		body: z.object({ account: z.uuid().optional() }),
		reply: z.object({ job }),
		status: 202,
	},
} satisfies Contract;
