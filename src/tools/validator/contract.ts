import { z } from "zod";
import { defineContract } from "#shared/contract.ts";
import { delimiter, encoding } from "#shared/contracts/tables.ts";
import { batch } from "#shared/contracts/work.ts";
import { calibration } from "./calibration.ts";
import { leftOutReasons } from "./left-out.ts";
import { monitoredList, monitorInterval } from "./monitored-list.ts";
import { reasonCodes } from "./reasons.ts";
import { tool } from "./tool.ts";
import { check, detailedVerdict, status, verdict } from "./verdicts.ts";

export type { Check, DetailedVerdict, Flag, Verdict } from "./verdicts.ts";
export { check, detailedVerdict, flag, status, verdict } from "./verdicts.ts";

/** Addresses that are checked while the caller waits. */
export const MAX_EMAILS = 1_000;
/** Rows of a file. */
export const MAX_ROWS = 1_000_000;

/** An address of a list. */
export const streamedVerdict = detailedVerdict.extend({
	/** Position in the list, from 0: results arrive in the order in which they are ready. */
	position: z.number(),
	/** Position of an earlier address of the same mailbox: the same address, Gmail's dots, or a tag after a plus. */
	duplicateOf: z.number().nullable(),
});
export type StreamedVerdict = z.infer<typeof streamedVerdict>;

/** A file that is validated, with the batch of its rows. */
export const fileBatch = z.object({
	id: z.uuid(),
	filename: z.string(),
	/** Names of the file's columns. */
	columns: z.array(z.string()),
	/** Position of the column with the addresses. */
	emailColumn: z.number(),
	/** Rows without an address, and empty ones. */
	skippedRows: z.number(),
	duplicates: z.number(),
	/** Rows with the mailbox of an earlier row are not validated. */
	leavesOutDuplicates: z.boolean(),
	/** An XLSX file, which is exported as `results.xlsx`. */
	isSpreadsheet: z.boolean(),
	/** Why reading stopped before the end of the file; what was read is validated all the same. */
	error: z.string().nullable(),
	/** Called when the validation has ended; null: no one asked for it. */
	webhook: z
		.object({
			url: z.string(),
			state: z.enum(["pending", "delivered", "failed"]),
			/** Why the last call failed; null: it did not. */
			error: z.string().nullable(),
		})
		.nullable(),
	createdAt: z.string(),
	/** All rows below the header. `outcomes`: by their status, or `left_out`. */
	batch,
	/** Rows by the reason of their verdict, or why they were left out. */
	reasons: z.record(z.string(), z.number()),
});
export type FileBatch = z.infer<typeof fileBatch>;

/** A sheet of a spreadsheet, with what was detected in its first rows. */
export const inspectedSheet = z.object({
	name: z.string(),
	hasHeader: z.boolean(),
	columns: z.array(z.string()),
	/** Position of the column with the addresses; null: none was found. */
	emailColumn: z.number().nullable(),
	/** The first rows below the header. */
	sample: z.array(z.array(z.string())),
});
export type InspectedSheet = z.infer<typeof inspectedSheet>;

/** Why a row of a file is not validated. */
export const leftOutReason = z.enum(leftOutReasons);

/** A row of a file. */
export const fileRow = z.object({
	position: z.number(),
	/** As a spreadsheet counts it. */
	line: z.number(),
	email: z.string(),
	/** Line of an earlier row with the same mailbox. */
	duplicateOf: z.number().nullable(),
	/** Why it is not validated; null: it is. */
	leftOut: leftOutReason.nullable(),
	/** Null: left out, not checked yet, or never because the batch was canceled. */
	verdict: verdict.nullable(),
	/** Why it could not be checked. */
	error: z.string().nullable(),
});
export type FileRow = z.infer<typeof fileRow>;

/** The latest verdict on an address. */
export const storedVerdict = verdict.extend({ id: z.uuid() });
export type StoredVerdict = z.infer<typeof storedVerdict>;

const verdictWithHistory = detailedVerdict.extend({
	/** Newest first; one entry for each change. */
	history: z.array(verdict.pick({ status: true, reason: true, score: true, checkedAt: true })),
});

/** Whether mailbox checks can work from this server. */
const selfTest = z.object({
	/** `limited`: mail servers can be reached, but many will refuse this server. */
	result: z.enum(["yes", "limited", "no"]),
	/** The name that this server gives to mail servers. */
	heloName: z.string(),
	/** The address that mail servers see; null: none said. */
	address: z.string().nullable(),
	/** `port-25`, `reverse-dns`, `helo-name`. */
	checks: z.array(check),
});
export type SelfTest = z.infer<typeof selfTest>;

/** A verdict of a monitored list that changed. A temporary failure is no change: the next check decides. */
export const verdictChange = z.object({
	email: z.string(),
	changedAt: z.string(),
	from: z.object({ status, reason: z.enum(reasonCodes) }),
	to: z.object({ status, reason: z.enum(reasonCodes) }),
});
export type VerdictChange = z.infer<typeof verdictChange>;

const batchParams = z.object({ id: z.uuid() });

/** Which rows of a file. */
const rowFilter = z.object({
	/** `left_out`: not validated, for a reason. `not_checked`: not yet, or never because the batch was canceled. */
	status: z.enum([...status.options, "left_out", "not_checked"]).optional(),
	reason: z.enum([...reasonCodes, ...leftOutReason.options]).optional(),
});

export const validatorContract = defineContract(
	{
		validateEmails: {
			method: "POST",
			path: "/api/v1/validator/emails",
			summary: "Validate up to 1,000 addresses; each result is streamed as soon as it is known",
			body: z.object({ emails: z.array(z.string().max(2_000)).min(1).max(MAX_EMAILS) }),
			stream: { format: "ndjson", chunk: streamedVerdict },
			problems: ["plan-limit"],
		},
		validateEmail: {
			method: "POST",
			path: "/api/v1/validator/email",
			summary: "Validate one address",
			body: z.object({ email: z.string().max(2_000) }),
			reply: detailedVerdict,
			problems: ["plan-limit"],
		},
		listVerdicts: {
			method: "GET",
			path: "/api/v1/validator/verdicts",
			summary: "List the latest verdicts on addresses, newest first",
			query: z.object({
				/** Part of an address. */
				q: z.string().max(320).optional(),
				status: status.optional(),
				limit: z.coerce.number().int().min(1).max(200).default(50),
				cursor: z.string().max(200).optional(),
			}),
			reply: z.object({
				items: z.array(storedVerdict),
				nextCursor: z.string().nullable(),
				/** Addresses the user has validated so far, repetitions included. */
				emailsValidated: z.number(),
			}),
			problems: ["bad-cursor"],
		},
		findVerdict: {
			method: "GET",
			path: "/api/v1/validator/verdict",
			summary: "Read the latest verdict on an address without validating it again",
			query: z.object({ email: z.string().min(1).max(2_000) }),
			reply: verdictWithHistory,
			problems: ["not-found"],
		},
		getVerdict: {
			method: "GET",
			path: "/api/v1/validator/verdicts/{id}",
			summary: "Read the checks behind a verdict, and earlier verdicts on the address",
			params: z.object({ id: z.uuid() }),
			reply: verdictWithHistory,
		},
		deleteVerdicts: {
			method: "DELETE",
			path: "/api/v1/validator/verdicts",
			summary: "Delete all stored verdicts and their history",
		},
		getCalibration: {
			method: "GET",
			path: "/api/v1/validator/calibration",
			summary: "Read how likely emails to addresses with a score are delivered, from the emails you sent",
			reply: calibration,
		},
		testMailboxChecks: {
			method: "POST",
			path: "/api/v1/validator/mailbox-checks/test",
			summary: "Test whether mail servers can be asked from this server: port 25, reverse DNS and HELO name",
			reply: selfTest,
		},
		inspectSpreadsheet: {
			method: "POST",
			path: "/api/v1/validator/spreadsheets",
			summary: "Read the sheets of an XLSX file, to choose one and its column of addresses; nothing is stored",
			bytes: true,
			reply: z.object({ sheets: z.array(inspectedSheet) }),
			problems: ["not-a-table", "too-large", "file-too-complex"],
		},
		validateFile: {
			method: "POST",
			path: "/api/v1/validator/batches",
			summary:
				"Validate a CSV or TXT file of up to 1,000,000 rows, or an XLSX file of up to 100,000; what is not given is detected",
			bytes: true,
			query: z.object({
				filename: z.string().min(1).max(255),
				delimiter: delimiter.optional(),
				encoding: encoding.optional(),
				/** Whether the first row names the columns. */
				header: z.enum(["true", "false"]).optional(),
				/** Position of the column with the addresses, from 0. */
				column: z.coerce.number().int().min(0).max(999).optional(),
				/** Name of the sheet of an XLSX file. */
				sheet: z.string().max(255).optional(),
				/** Rows with the mailbox of an earlier row: `validate`, or `leave_out`. */
				duplicates: z.enum(["validate", "leave_out"]).default("validate"),
				/**
				 * Called with POST when the validation has ended: `{"type": "validation.ended", "timestamp", "data"}`, where
				 * `data` has the id, state, total and outcomes, and no addresses.
				 */
				webhook: z
					.url({ protocol: /^https?$/ })
					.max(2_000)
					.optional(),
			}),
			reply: fileBatch,
			status: 202,
			problems: [
				...(["not-a-table", "no-emails", "too-large", "bad-column", "bad-sheet", "file-too-complex"] as const),
				...(["too-many-files", "plan-limit"] as const),
			],
		},
		listFileBatches: {
			method: "GET",
			path: "/api/v1/validator/batches",
			summary: "List the validated files, newest first",
			query: z.object({
				limit: z.coerce.number().int().min(1).max(200).default(50),
				cursor: z.string().max(200).optional(),
			}),
			reply: z.object({ items: z.array(fileBatch), nextCursor: z.string().nullable() }),
			problems: ["bad-cursor"],
		},
		getFileBatch: {
			method: "GET",
			path: "/api/v1/validator/batches/{id}",
			summary: "Read the progress of a file",
			params: batchParams,
			reply: fileBatch,
		},
		listFileRows: {
			method: "GET",
			path: "/api/v1/validator/batches/{id}/rows",
			summary: "List the rows of a file with their verdicts so far",
			params: batchParams,
			query: rowFilter.extend({
				after: z.coerce.number().int().min(0).optional(),
				limit: z.coerce.number().int().min(1).max(1_000).default(50),
			}),
			reply: z.object({ items: z.array(fileRow), nextAfter: z.number().nullable() }),
		},
		exportFileBatch: {
			method: "GET",
			path: "/api/v1/validator/batches/{id}/results.csv",
			summary:
				"Export a file as it was uploaded, in its encoding and with its delimiter, with the verdicts so far at the end of the rows; or some of its rows. Of an XLSX file the verdicts alone",
			params: batchParams,
			query: rowFilter.extend({
				name: z.enum(["email-validation-results", "email-validation"]).default("email-validation"),
			}),
			raw: "text/csv",
		},
		exportSpreadsheet: {
			method: "GET",
			path: "/api/v1/validator/batches/{id}/results.xlsx",
			summary:
				"Export an XLSX file as it was uploaded, with the verdicts so far at the end of the rows; or some of its rows",
			params: batchParams,
			query: rowFilter.extend({
				name: z.enum(["email-validation-results", "email-validation"]).default("email-validation"),
			}),
			raw: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
			problems: ["no-spreadsheet"],
		},
		pauseFileBatch: {
			method: "POST",
			path: "/api/v1/validator/batches/{id}/pause",
			summary: "Pause the validation of a file",
			params: batchParams,
			reply: fileBatch,
		},
		resumeFileBatch: {
			method: "POST",
			path: "/api/v1/validator/batches/{id}/resume",
			summary: "Resume the validation of a file",
			params: batchParams,
			reply: fileBatch,
			problems: ["batch-ended"],
		},
		cancelFileBatch: {
			method: "POST",
			path: "/api/v1/validator/batches/{id}/cancel",
			summary: "Cancel the validation of a file; results so far are kept",
			params: batchParams,
			reply: fileBatch,
		},
		deleteFileBatch: {
			method: "DELETE",
			path: "/api/v1/validator/batches/{id}",
			summary: "Delete a file's rows and results; the verdicts stay in the history",
			params: batchParams,
		},
		monitorList: {
			method: "POST",
			path: "/api/v1/validator/monitored-lists",
			summary:
				"Validate a list again on a schedule: up to 100,000 addresses of a validated file, or up to 1,000 that are given",
			body: z
				.object({
					name: z.string().trim().min(1).max(255),
					every: monitorInterval.default("week"),
					/** A validated file, whose verdicts are where the list starts. */
					fileId: z.uuid().optional(),
					emails: z.array(z.string().max(2_000)).min(1).max(MAX_EMAILS).optional(),
				})
				.refine(({ fileId, emails }) => (fileId === undefined) !== (emails === undefined), {
					error: "Give a file or addresses.",
				}),
			reply: monitoredList,
			status: 202,
			problems: ["not-found", "no-emails", "too-many-addresses", "too-many-lists"],
		},
		listMonitoredLists: {
			method: "GET",
			path: "/api/v1/validator/monitored-lists",
			summary: "List the monitored lists, newest first",
			reply: z.object({ items: z.array(monitoredList) }),
		},
		updateMonitoredList: {
			method: "PATCH",
			path: "/api/v1/validator/monitored-lists/{id}",
			summary: "Change how often a list is validated again",
			params: batchParams,
			body: z.object({ every: monitorInterval }),
			reply: monitoredList,
		},
		checkMonitoredList: {
			method: "POST",
			path: "/api/v1/validator/monitored-lists/{id}/check",
			summary: "Validate a monitored list now",
			params: batchParams,
			reply: monitoredList,
			status: 202,
		},
		listMonitoredChanges: {
			method: "GET",
			path: "/api/v1/validator/monitored-lists/{id}/changes",
			summary: "List the verdicts of a monitored list that changed, newest first",
			params: batchParams,
			query: z.object({
				limit: z.coerce.number().int().min(1).max(200).default(50),
				cursor: z.string().max(500).optional(),
			}),
			reply: z.object({ items: z.array(verdictChange), nextCursor: z.string().nullable() }),
			problems: ["bad-cursor"],
		},
		exportMonitoredList: {
			method: "GET",
			path: "/api/v1/validator/monitored-lists/{id}/addresses.csv",
			summary: "Export the addresses of a monitored list with their latest verdicts as CSV",
			params: batchParams,
			raw: "text/csv",
		},
		deleteMonitoredList: {
			method: "DELETE",
			path: "/api/v1/validator/monitored-lists/{id}",
			summary: "Stop monitoring a list and delete it; the verdicts stay in the history",
			params: batchParams,
		},
	},
	{ scope: tool.scope },
);
