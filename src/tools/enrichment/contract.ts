import { z } from "zod";
import { defineContract } from "#shared/contract.ts";
import { batch } from "#shared/contracts/work.ts";
import { evidenceKinds, fieldIds, paidSourceIds, pictureKinds, publicSourceIds, sourceIds } from "./fields.ts";
import { tool } from "./tool.ts";

/** Where a value was seen. */
export const evidence = z.object({
	source: z.enum(sourceIds),
	kind: z.enum(evidenceKinds),
	/** The page with the value; null: it comes from mail. */
	url: z.string().nullable(),
	/** The newest of the messages; null: it comes from elsewhere. */
	emailId: z.string().nullable(),
	/** Messages or pages with the value. */
	count: z.number(),
	firstSeen: z.string(),
	lastSeen: z.string(),
});
export type Evidence = z.infer<typeof evidence>;

export const fact = z.object({
	field: z.enum(fieldIds),
	value: z.string(),
	/** From 0 to 1: how many messages agree, how reliable and how old they are. */
	confidence: z.number(),
	evidence: z.array(evidence),
	/** Other values that were seen, most likely first. */
	alternatives: z.array(z.object({ value: z.string(), confidence: z.number(), lastSeen: z.string() })),
});
export type Fact = z.infer<typeof fact>;

/** A source and how asking it went. */
export const askedSource = z.object({
	source: z.enum(sourceIds),
	state: z.enum(["found", "nothing", "failed", "skipped"]),
	/** One sentence; null: nothing to add. */
	detail: z.string().nullable(),
});
export type AskedSource = z.infer<typeof askedSource>;

export const picture = z.object({
	kind: z.enum(pictureKinds),
	source: z.enum(sourceIds),
	/** Where it was found. */
	url: z.string(),
	/** `data:` URL of a PNG, JPEG, GIF or WebP of at most 64 KiB. */
	dataUrl: z.string(),
});
export type Picture = z.infer<typeof picture>;

export const enrichment = z.object({
	id: z.uuid(),
	email: z.string(),
	found: z.boolean(),
	/** Why nothing was found; null: something was. */
	message: z.string().nullable(),
	firstName: z.string().nullable(),
	lastName: z.string().nullable(),
	fullName: z.string().nullable(),
	company: z.string().nullable(),
	position: z.string().nullable(),
	location: z.string().nullable(),
	phone: z.string().nullable(),
	linkedIn: z.string().nullable(),
	twitter: z.string().nullable(),
	/** From 0 to 1; the mean of the facts' confidence, name and company weighted more. */
	confidence: z.number(),
	facts: z.array(fact),
	/** One of each kind at most; empty in lists of results. */
	pictures: z.array(picture),
	asked: z.array(askedSource),
	checkedAt: z.string(),
});
export type Enrichment = z.infer<typeof enrichment>;

/** Addresses of a list. */
export const MAX_LISTED = 10_000;

/** A list of people who are looked up in the background. */
export const enrichmentList = z.object({
	id: z.uuid(),
	/** The file's name, or what the user selected. */
	name: z.string(),
	/** Names of the file's columns, which the export keeps. */
	columns: z.array(z.string()),
	/** Rows without an address. */
	skippedRows: z.number(),
	/** Rows with the address of an earlier row. */
	duplicates: z.number(),
	/** The public sources that were on when it started, and are asked. */
	publicSources: z.array(z.enum(publicSourceIds)),
	createdAt: z.string(),
	/** Its outcomes: `found` and `nothing`. People who opted out fail. */
	batch,
});
export type EnrichmentList = z.infer<typeof enrichmentList>;

const email = z.string().trim().min(1).max(320);
const listParams = z.object({ id: z.uuid() });

export const enrichmentContract = defineContract(
	{
		enrichEmail: {
			method: "POST",
			path: "/api/v1/enrichment/email",
			summary: "Look up who is behind an address, and store the result",
			body: z.object({ email }),
			reply: enrichment,
			problems: ["invalid-email", "opted-out"],
		},
		listEnrichments: {
			method: "GET",
			path: "/api/v1/enrichment/results",
			summary: "List stored results, newest first",
			query: z.object({
				/** Part of an address or value. */
				q: z.string().max(320).optional(),
				limit: z.coerce.number().int().min(1).max(200).default(50),
				cursor: z.string().max(200).optional(),
			}),
			reply: z.object({ items: z.array(enrichment), nextCursor: z.string().nullable() }),
			problems: ["bad-cursor"],
		},
		getEnrichment: {
			method: "GET",
			path: "/api/v1/enrichment/results/{id}",
			summary: "Read a stored result",
			params: z.object({ id: z.uuid() }),
			reply: enrichment,
		},
		deleteEnrichment: {
			method: "DELETE",
			path: "/api/v1/enrichment/results/{id}",
			summary: "Delete a stored result",
			params: z.object({ id: z.uuid() }),
		},
		enrichFile: {
			method: "POST",
			path: "/api/v1/enrichment/lists",
			summary: "Look up the addresses of a CSV or TXT file of up to 10,000 rows in the background",
			bytes: true,
			query: z.object({ filename: z.string().min(1).max(255) }),
			reply: enrichmentList,
			status: 202,
			problems: [
				"not-a-table",
				"bad-table",
				"row-too-long",
				"wrong-encoding",
				"no-emails",
				"too-large",
				"file-too-complex",
				"too-many-rows",
				"too-many-lists",
			],
		},
		enrichList: {
			method: "POST",
			path: "/api/v1/enrichment/lists/addresses",
			summary: "Look up to 10,000 addresses in the background",
			body: z.object({ name: z.string().trim().min(1).max(255), emails: z.array(email).min(1).max(MAX_LISTED) }),
			reply: enrichmentList,
			status: 202,
			problems: ["too-many-lists"],
		},
		listEnrichmentLists: {
			method: "GET",
			path: "/api/v1/enrichment/lists",
			summary: "List the lists of the last 30 days, newest first",
			query: z.object({
				limit: z.coerce.number().int().min(1).max(200).default(50),
				cursor: z.string().max(200).optional(),
			}),
			reply: z.object({ items: z.array(enrichmentList), nextCursor: z.string().nullable() }),
			problems: ["bad-cursor"],
		},
		getEnrichmentList: {
			method: "GET",
			path: "/api/v1/enrichment/lists/{id}",
			summary: "Read the progress of a list",
			params: listParams,
			reply: enrichmentList,
		},
		exportEnrichmentList: {
			method: "GET",
			path: "/api/v1/enrichment/lists/{id}/results.csv",
			summary: "Export a list with the details found so far, and all original columns, as CSV",
			params: listParams,
			raw: "text/csv",
		},
		pauseEnrichmentList: {
			method: "POST",
			path: "/api/v1/enrichment/lists/{id}/pause",
			summary: "Pause a list",
			params: listParams,
			reply: enrichmentList,
		},
		resumeEnrichmentList: {
			method: "POST",
			path: "/api/v1/enrichment/lists/{id}/resume",
			summary: "Resume a list",
			params: listParams,
			reply: enrichmentList,
			problems: ["batch-ended"],
		},
		cancelEnrichmentList: {
			method: "POST",
			path: "/api/v1/enrichment/lists/{id}/cancel",
			summary: "Cancel a list; what was found is kept",
			params: listParams,
			reply: enrichmentList,
		},
		deleteEnrichmentList: {
			method: "DELETE",
			path: "/api/v1/enrichment/lists/{id}",
			summary: "Delete a list; the results about its people are kept",
			params: listParams,
		},
		listSourceKeys: {
			method: "GET",
			path: "/api/v1/enrichment/source-keys",
			summary: "List the paid sources for which an API key is stored",
			reply: z.object({ sources: z.array(z.enum(paidSourceIds)) }),
		},
		setSourceKey: {
			method: "PUT",
			path: "/api/v1/enrichment/source-keys",
			summary: "Store the API key of a paid source, encrypted",
			body: z.object({
				source: z.enum(paidSourceIds),
				key: z
					.string()
					.trim()
					.min(8)
					.max(500)
					.regex(/^[!-~]+$/),
			}),
		},
		deleteSourceKey: {
			method: "DELETE",
			path: "/api/v1/enrichment/source-keys",
			summary: "Delete the API key of a paid source, and turn the source off",
			query: z.object({ source: z.enum(paidSourceIds) }),
		},
		optOut: {
			method: "POST",
			path: "/api/v1/enrichment/opt-outs",
			summary: "Stop collecting details about a person, and delete what is stored",
			body: z.object({ email }),
			problems: ["invalid-email"],
		},
		listOptOuts: {
			method: "GET",
			path: "/api/v1/enrichment/opt-outs",
			summary: "List the people about whom nothing is collected, newest first",
			query: z.object({
				limit: z.coerce.number().int().min(1).max(200).default(50),
				cursor: z.string().max(2_000).optional(),
			}),
			reply: z.object({
				items: z.array(z.object({ email: z.string(), createdAt: z.string() })),
				total: z.number(),
				nextCursor: z.string().nullable(),
			}),
			problems: ["bad-cursor"],
		},
		optIn: {
			method: "DELETE",
			path: "/api/v1/enrichment/opt-outs",
			summary: "Collect details about a person again",
			query: z.object({ email }),
		},
	},
	{ scope: tool.scope },
);
