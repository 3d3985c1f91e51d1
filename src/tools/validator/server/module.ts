import { addressOf, parseAddress, storedAddress } from "#kernel/addresses.ts";
import { createRateLimits, csvReply, implement, type MailContext, type ServerModule } from "#kernel/module.ts";
import { inspectWorkbook } from "#kernel/tables.ts";
import { readUsageStats } from "#kernel/usage.ts";
import { validatorContract } from "../contract.ts";
import { validatorSettings } from "../settings.ts";
import { tool } from "../tool.ts";
import { readCalibration } from "./calibration/results.ts";
import { validateCommand } from "./command/validate.ts";
import { downloadFile, downloadSpreadsheet } from "./files/download.ts";
import { deleteFileBatch, listFileBatches, listFileRows, readFileBatch } from "./files/files.ts";
import { readFileJob } from "./files/read-file-job.ts";
import { deleteOldFiles, getFile } from "./files/store.ts";
import { uploadFile } from "./files/upload.ts";
import { webhookJob } from "./files/webhook.ts";
import { validationCompleted } from "./files/webhook-events.ts";
import { validateWork } from "./files/work.ts";
import { validateList, validateOne } from "./list.ts";
import { checkListJob } from "./monitoring/check-job.ts";
import { exportMonitored } from "./monitoring/export.ts";
import { listChanged } from "./monitoring/list-changed.ts";
import { changeInterval, checkNow, monitorTask, startMonitoring, stopMonitoring } from "./monitoring/lists.ts";
import { listChanges, readList, readLists } from "./monitoring/store.ts";
import { probeAgain } from "./probe-again.ts";
import { provideVerdicts } from "./provide-verdicts.ts";
import { testProbing } from "./smtp/self-test.ts";
import { deleteVerdicts, getVerdict, listVerdicts } from "./store.ts";

/** A day longer than rows are kept. */
const FILES_MS = 31 * 24 * 3_600_000;

/** Self-tests of a user. */
const TESTS = { max: 10, window: 600 };

/** Validation of addresses: short lists while the user waits, files as batches. */
export const validatorModule: ServerModule<MailContext> = {
	name: tool.id,
	settings: [validatorSettings],
	jobs: [readFileJob, webhookJob, checkListJob],
	work: [validateWork],
	capabilities: [provideVerdicts],
	schedules: [probeAgain, monitorTask],
	webhookEvents: [validationCompleted, listChanged],
	commands: [validateCommand],
	maintain: (ctx) => deleteOldFiles(ctx, new Date(ctx.now() - FILES_MS)),
	routes(ctx) {
		const { database, work } = ctx;
		/** @throws AppError 404 */
		const change = async (
			ownerId: string,
			id: string,
			how: (key: { ownerId: string; id: string }) => Promise<unknown>,
		) => {
			await getFile(database, ownerId, id);
			await how({ ownerId, id });
			return readFileBatch(ctx, ownerId, id);
		};
		return [
			implement(validatorContract, {
				validateEmails: ({ caller, body, signal }) => validateList(ctx, caller.ownerId, body.emails, signal),
				validateEmail: ({ caller, body, signal }) => validateOne(ctx, caller.ownerId, body.email, signal),
				async listVerdicts({ caller, query }) {
					const { emailsValidated } = await readUsageStats(database, caller.ownerId);
					return { ...(await listVerdicts(database, caller.ownerId, query)), emailsValidated };
				},
				findVerdict: ({ caller, query }) => getVerdict(database, caller.ownerId, { address: asStored(query.email) }),
				getVerdict: ({ caller, params }) => getVerdict(database, caller.ownerId, { id: params.id }),
				async deleteVerdicts({ caller }) {
					await deleteVerdicts(database, caller.ownerId);
					return undefined;
				},
				getCalibration: ({ caller }) => readCalibration(ctx, caller.ownerId),
				async testMailboxChecks({ caller, signal }) {
					await createRateLimits(database, ctx.config, ctx.now).check(`mailbox-checks:${caller.ownerId}`, TESTS);
					return testProbing(ctx, signal);
				},
				inspectSpreadsheet: async ({ caller, request }) => ({
					sheets: await inspectWorkbook(ctx, caller.ownerId, request.body),
				}),
				async validateFile({ caller, query, request, signal }) {
					const { filename, header, column, webhook, duplicates, ...format } = query;
					const hasHeader = header === undefined ? undefined : header === "true";
					const given = { ...format, hasHeader, emailColumn: column };
					const id = await uploadFile(ctx, caller.ownerId, {
						...{ filename, body: request.body, given, webhookUrl: webhook ?? null, signal },
						leavesOutDuplicates: duplicates === "leave_out",
					});
					return readFileBatch(ctx, caller.ownerId, id);
				},
				listFileBatches: ({ caller, query }) => listFileBatches(ctx, caller.ownerId, query),
				getFileBatch: ({ caller, params }) => readFileBatch(ctx, caller.ownerId, params.id),
				async listFileRows({ caller, params, query }) {
					const { after = null, limit, ...filter } = query;
					return listFileRows(ctx, caller.ownerId, params.id, { after, limit, filter });
				},
				exportSpreadsheet: ({ caller, params, query }) =>
					downloadSpreadsheet(ctx, caller.ownerId, { id: params.id, query }),
				exportFileBatch: ({ caller, params, query }) => downloadFile(ctx, caller.ownerId, { id: params.id, query }),
				pauseFileBatch: ({ caller, params }) => change(caller.ownerId, params.id, (key) => work.pause(key)),
				resumeFileBatch: ({ caller, params }) => change(caller.ownerId, params.id, (key) => work.resume(key)),
				cancelFileBatch: ({ caller, params }) => change(caller.ownerId, params.id, (key) => work.cancel(key)),
				async deleteFileBatch({ caller, params }) {
					await deleteFileBatch(ctx, caller.ownerId, params.id);
					return undefined;
				},
				monitorList: ({ caller, body }) => startMonitoring(ctx, caller.ownerId, body),
				listMonitoredLists: async ({ caller }) => ({ items: await readLists(ctx, caller.ownerId) }),
				updateMonitoredList: ({ caller, params, body }) =>
					changeInterval(ctx, caller.ownerId, { id: params.id, every: body.every }),
				checkMonitoredList: ({ caller, params }) => checkNow(ctx, caller.ownerId, params.id),
				async listMonitoredChanges({ caller, params, query }) {
					await readList(ctx, caller.ownerId, params.id);
					return listChanges(database, caller.ownerId, { id: params.id, ...query });
				},
				exportMonitoredList: async ({ caller, params }) =>
					csvReply("monitored-list", await exportMonitored(ctx, caller.ownerId, params.id)),
				async deleteMonitoredList({ caller, params }) {
					await stopMonitoring(ctx, caller.ownerId, params.id);
					return undefined;
				},
			}),
		];
	},
};

/** An address as it is stored. */
function asStored(text: string): string {
	const email = addressOf(text);
	const parsed = parseAddress(email);
	return typeof parsed === "string" ? email : storedAddress(parsed);
}
