import { z } from "zod";
import { defineContract } from "#shared/contract.ts";
import { messageWarning } from "#shared/contracts/emails.ts";
import { TRUST_VERDICTS } from "#shared/mail/trust.ts";
import { dmarcRoutes } from "./dmarc-routes.ts";
import { checkIds, reputationParts } from "./scoring.ts";
import { tool } from "./tool.ts";

/** Longest source of a message that can be pasted. */
export const MAX_MESSAGE_CHARACTERS = 500_000;

/** `not_checked`: nothing was asked, `detail` says why; `error`: the answer was a failure, or none came in time. */
export const checkState = z.enum(["pass", "warn", "fail", "not_checked", "error"]);
export type CheckState = z.infer<typeof checkState>;

/** One question to a server, with its answer. */
export const evidence = z.object({
	/** Such as `TXT _dmarc.example.com`, or a URL. */
	question: z.string(),
	/** Records as text; a single word such as `NXDOMAIN` where there are none. */
	answers: z.array(z.string()),
	/** Who answered; null: no one. */
	server: z.string().nullable(),
	answeredAt: z.string(),
	durationMs: z.number(),
	isCached: z.boolean(),
});
export type Evidence = z.infer<typeof evidence>;

/** A part of a check: a key, a list, a term of a record. */
export const checkItem = z.object({
	label: z.string(),
	detail: z.string(),
	state: checkState,
	/** Depth in a tree, from 0. */
	depth: z.number(),
});
export type CheckItem = z.infer<typeof checkItem>;

export const check = z.object({
	id: z.enum(checkIds),
	state: checkState,
	/** One sentence. */
	detail: z.string(),
	/** What the domain's owner can do; null: nothing. */
	fix: z.string().nullable(),
	/** Part of the weight that the check gives, from 0 to 1; null: leaves the score's denominator. */
	share: z.number().nullable(),
	items: z.array(checkItem),
	evidence: z.array(evidence),
});
export type Check = z.infer<typeof check>;

export const trust = z.object({
	/** From 0 to 100; null: too little could be checked. */
	score: z.number().nullable(),
	/** Points of the checks that count, of 100. */
	checkedWeight: z.number(),
	/** The failed check that limits the score; null: none does. */
	cappedBy: z.enum(checkIds).nullable(),
});
export type Trust = z.infer<typeof trust>;

export const reputation = z.object({
	/** From 0 to 100; null: not enough is known. */
	score: z.number().nullable(),
	parts: z.array(z.object({ id: z.enum(reputationParts), share: z.number().nullable(), detail: z.string() })),
});
export type Reputation = z.infer<typeof reputation>;

/** The sender in the user's own mail. */
export const ownMail = z.object({
	/** Emails received, spam and trash aside. */
	received: z.number(),
	inSpam: z.number(),
	/** Emails that the user marked as spam here, and that still are. */
	markedAsSpam: z.number(),
	/** When the user last unsubscribed from one of the sender's lists; null: never. */
	unsubscribedAt: z.string().nullable(),
	firstSeen: z.string().nullable(),
	lastSeen: z.string().nullable(),
	/** Emails the user sent there. */
	sent: z.number(),
	/** Results of the receiving server for the latest emails. */
	authenticated: z.number(),
	notAuthenticated: z.number(),
	/** Lists the received emails. */
	search: z.string(),
});
export type OwnMail = z.infer<typeof ownMail>;

/** A result of SPF, DKIM, DMARC or ARC for one message. */
export const authentication = z.object({
	method: z.enum(["spf", "dkim", "dmarc", "arc"]),
	/** As RFC 8601 §2.7 names it: `pass`, `fail`, `none`, `temperror` … */
	result: z.string(),
	/** The domain that was checked; null: none. */
	domain: z.string().nullable(),
	detail: z.string(),
});

/** What a message itself shows. */
export const message = z.object({
	/** How far it can be trusted; absent: analyzed before there were verdicts. */
	verdict: z.enum(TRUST_VERDICTS).optional(),
	/** Why it is suspicious or forged, the most important first. */
	reasons: z.array(messageWarning).optional(),
	subject: z.string(),
	from: z.string(),
	authentication: z.array(authentication),
	/** Servers that the message passed, the first one first. */
	hops: z.array(
		z.object({
			from: z.string().nullable(),
			by: z.string().nullable(),
			at: z.string().nullable(),
			/** Since the hop before; null: not known. */
			delayMs: z.number().nullable(),
		}),
	),
	links: z.array(z.object({ text: z.string(), host: z.string(), problem: z.string().nullable() })),
	attachments: z.array(
		z.object({
			filename: z.string(),
			declared: z.string(),
			actual: z.string().nullable(),
			problem: z.string().nullable(),
		}),
	),
});
export type MessageFacts = z.infer<typeof message>;

/** The fields of the specification. */
export const analysis = z.object({
	/** Null: too little could be checked. */
	trust_score: z.number().nullable(),
	domain: z.string(),
	/** Most preferred first. */
	mx_records: z.array(z.string()),
	/** Null: not checked. */
	spf_valid: z.boolean().nullable(),
	/** Null: unconfirmed. */
	dkim_valid: z.boolean().nullable(),
	blacklist_status: z.enum(["clean", "listed"]).nullable(),
	risk_factors: z.array(z.string()),
	recommendations: z.array(z.string()),
	domain_age_days: z.number().nullable(),
	reputation_score: z.number().nullable(),
});
export type Analysis = z.infer<typeof analysis>;

export const report = z.object({
	id: z.uuid(),
	/** As entered. */
	subject: z.string(),
	domain: z.string(),
	analysis,
	trust,
	reputation,
	/** In the order of their value. */
	checks: z.array(check),
	/** Null: none of the sender. */
	ownMail: ownMail.nullable(),
	/** Null: an address or a domain was analyzed. */
	message: message.nullable(),
	analyzedAt: z.string(),
	durationMs: z.number(),
});
export type Report = z.infer<typeof report>;

/** Records in place of the published ones. */
export const whatIfChange = z.object({
	records: z
		.array(
			z.object({
				/** The domain or a name below it, in lower case. */
				name: z.string().toLowerCase().max(253),
				type: z.enum(["TXT", "MX"]),
				/** Empty: the record is removed. Of MX: `10 mx.example.com`. */
				values: z.array(z.string().min(1).max(4_000)).max(20),
			}),
		)
		.max(30),
	/** The MTA-STS policy file; null: as published. */
	stsPolicy: z.string().max(20_000).nullable().default(null),
});
export type WhatIfChange = z.infer<typeof whatIfChange>;

export const whatIf = z.object({ before: trust, after: trust, checks: z.array(check) });
export type WhatIf = z.infer<typeof whatIf>;

/** What is known of a sender without asking anybody: from the user's own mail. */
export const passport = z.object({
	address: z.string(),
	domain: z.string(),
	/** Empty: unknown. */
	name: z.string(),
	/** Registrable domain; empty for addresses at mail providers for everybody. */
	organization: z.string(),
	/** One sentence about the domain each, with a state: its provider, domains that it resembles. */
	findings: z.array(z.object({ state: checkState, detail: z.string() })),
	/** Null: the user has no mail of the sender. */
	mail: ownMail.nullable(),
	/** Of the received emails. */
	read: z.number(),
	/** Size of all emails of the sender, spam and trash included. */
	bytes: z.number(),
	/** The latest analysis of the domain; null: none. */
	analysis: z.object({ id: z.uuid(), trustScore: z.number().nullable(), analyzedAt: z.string() }).nullable(),
});
export type Passport = z.infer<typeof passport>;

export const watchInterval = z.enum(["day", "week"]);
export type WatchInterval = z.infer<typeof watchInterval>;

/** A check of a watched domain that came out differently, or read other records. */
export const domainChange = z.object({
	check: z.enum(checkIds),
	before: checkState,
	after: checkState,
	/** Records, one a line; empty: none. */
	was: z.string(),
	is: z.string(),
	/** The new finding. */
	detail: z.string(),
});
export type DomainChange = z.infer<typeof domainChange>;

export const watch = z.object({
	domain: z.string(),
	/** As entered. */
	subject: z.string(),
	every: watchInterval,
	mails: z.boolean(),
	/** Null: not analyzed yet. */
	checkedAt: z.string().nullable(),
	/** The latest analysis; null: none, or it was deleted. */
	analysisId: z.uuid().nullable(),
	trustScore: z.number().nullable(),
	/** Newest first. */
	changes: z.array(z.object({ id: z.uuid(), foundAt: z.string(), isNew: z.boolean(), changes: z.array(domainChange) })),
});
export type Watch = z.infer<typeof watch>;

export const summary = report.pick({ id: true, subject: true, domain: true, analyzedAt: true }).extend({
	trustScore: z.number().nullable(),
	reputationScore: z.number().nullable(),
});
export type Summary = z.infer<typeof summary>;

const params = z.object({ id: z.uuid() });

export const spamAnalyzerContract = defineContract(
	{
		"validate-email": {
			method: "POST",
			path: "/api/v1/spam-analyzer",
			summary: "Analyze the domain of an address; finishes within 5 seconds",
			body: z.object({
				/** An address or a domain. */
				email: z.string().max(2_000),
				/** False: only MX, SPF, DKIM and DMARC. */
				deepAnalysis: z.boolean().default(true),
				/** False: blacklists, domain age and look-alikes are not checked. */
				checkSpamRisk: z.boolean().default(true),
			}),
			reply: z.object({ analysis, report }),
			problems: ["email-required", "invalid-email"],
		},
		analyzeMessage: {
			method: "POST",
			path: "/api/v1/spam-analyzer/messages",
			summary: "Analyze a message: its authentication, path, links and attachments, and its sender's domain",
			readsMail: true,
			body: z.union([
				/** The source of a message. */
				z.object({ raw: z.string().min(1).max(MAX_MESSAGE_CHARACTERS) }),
				/** A message of a mailbox. */
				z.object({ emailId: z.uuid() }),
			]),
			reply: z.object({ analysis, report }),
			problems: ["not-a-message", "message-too-complex", "not-found", "message-gone"],
		},
		listSpamAnalyses: {
			method: "GET",
			path: "/api/v1/spam-analyzer/analyses",
			summary: "List past analyses, newest first",
			readsMail: true,
			query: z.object({
				limit: z.coerce.number().int().min(1).max(200).default(50),
				cursor: z.string().max(200).optional(),
			}),
			reply: z.object({ items: z.array(summary), nextCursor: z.string().nullable() }),
			problems: ["bad-cursor"],
		},
		getSpamAnalysis: {
			method: "GET",
			path: "/api/v1/spam-analyzer/analyses/{id}",
			summary: "Read a past analysis with its evidence",
			readsMail: true,
			params,
			reply: report,
		},
		whatIf: {
			method: "POST",
			path: "/api/v1/spam-analyzer/analyses/{id}/what-if",
			summary: "Compute the trust score that a domain would have with other records",
			params,
			body: whatIfChange,
			reply: whatIf,
			problems: ["other-domain"],
		},
		getSenderPassport: {
			method: "GET",
			path: "/api/v1/spam-analyzer/senders",
			summary: "What the user's own mail shows about a sender",
			readsMail: true,
			query: z.object({ address: z.string().max(320) }),
			reply: passport,
			problems: ["email-required", "invalid-email"],
		},
		...dmarcRoutes,
		listWatchedDomains: {
			method: "GET",
			path: "/api/v1/spam-analyzer/watches",
			summary: "List the domains that are watched, with what changed",
			reply: z.object({
				items: z.array(watch),
				/** The server can send email. */
				canMail: z.boolean(),
			}),
		},
		countDomainChanges: {
			method: "GET",
			path: "/api/v1/spam-analyzer/watches/new",
			summary: "Count changes of watched domains that the user has not seen",
			reply: z.object({ count: z.number() }),
		},
		watchDomain: {
			method: "PUT",
			path: "/api/v1/spam-analyzer/watches",
			summary: "Watch the domain of an address, or change how it is watched",
			body: z.object({
				/** An address or a domain. */
				email: z.string().max(2_000),
				every: watchInterval.default("day"),
				mails: z.boolean().default(true),
			}),
			reply: z.object({ domain: z.string() }),
			problems: ["email-required", "invalid-email", "too-many-watches"],
		},
		checkWatchedDomain: {
			method: "POST",
			path: "/api/v1/spam-analyzer/watches/{domain}/check",
			summary: "Analyze a watched domain now",
			params: z.object({ domain: z.string().max(253) }),
			reply: z.object({ changes: z.array(domainChange) }),
		},
		markDomainChangesSeen: {
			method: "POST",
			path: "/api/v1/spam-analyzer/watches/seen",
			summary: "Mark all changes of watched domains as seen",
		},
		unwatchDomain: {
			method: "DELETE",
			path: "/api/v1/spam-analyzer/watches/{domain}",
			summary: "Stop watching a domain",
			params: z.object({ domain: z.string().max(253) }),
		},
		deleteSpamAnalysis: {
			method: "DELETE",
			path: "/api/v1/spam-analyzer/analyses/{id}",
			summary: "Delete a past analysis",
			params,
		},
		deleteSpamAnalyses: {
			method: "DELETE",
			path: "/api/v1/spam-analyzer/analyses",
			summary: "Delete all past analyses",
		},
	},
	{ scope: tool.scope },
);
