import { open, readFile } from "node:fs/promises";
import { finishFile, pathToWrite, registerArtifact, removeArtifact } from "#kernel/artifacts.ts";
import { AppError, conflict } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import {
	chooseSheet,
	detectFormat,
	type GivenFormat,
	isZip,
	SAMPLE_BYTES,
	type TableFormat,
	WORKBOOK_LIMITS,
} from "#kernel/tables.ts";
import { requireUsageLeft } from "#kernel/usage.ts";
import { newId } from "#shared/ids.ts";
import { readFileJob } from "./read-file-job.ts";
import { insertFile } from "./store.ts";
import { validateWork } from "./work.ts";

/** Bytes of a file: a million rows of 400. */
export const MAX_FILE_BYTES = 400_000_000;
/** Files of a user in progress. */
const MAX_LIVE = 10;
/** For the export; longer than the rows are kept, with which it is deleted. */
const KEPT_MS = 60 * 24 * 3_600_000;

/**
 * Receives a file and starts validating it.
 * @returns the id of the file and of its batch
 * @throws AppError 400 `not-a-table`, `no-emails` or `bad-column`, 409 `too-many-files` or `plan-limit`, 413 `too-large`
 */
export async function uploadFile(
	ctx: MailContext,
	ownerId: string,
	{
		filename,
		body,
		given,
		leavesOutDuplicates,
		webhookUrl,
		signal,
	}: {
		filename: string;
		body: Request["body"];
		given: Given;
		leavesOutDuplicates: boolean;
		webhookUrl: string | null;
		signal: AbortSignal;
	},
	most = MAX_LIVE,
): Promise<string> {
	const live = await ctx.work.list(ownerId, { kind: validateWork.name, isLive: true });
	if (live.length >= most)
		throw conflict("too-many-files", `${most} files are being validated. Wait for one, or cancel it.`);
	await requireUsageLeft(ctx, ownerId, "emailsValidated");
	const id = newId(ctx.now());
	const expiresAt = new Date(ctx.now() + KEPT_MS);
	await ctx.database.transaction(() => registerArtifact(ctx, { ownerId, id, name: filename, expiresAt }));
	try {
		const { format, sizeBytes } = await receive(ctx, ownerId, { path: await pathToWrite(ctx.config, id), body, given });
		if (!(await finishFile(ctx, ownerId, id, signal))) throw new Error("The artifact was deleted");
		const file = {
			id,
			filename,
			sizeBytes,
			leavesOutDuplicates,
			webhookUrl,
			createdAt: new Date(ctx.now()),
			...format,
		};
		await ctx.database.transaction(async () => {
			await insertFile(ctx.database, ownerId, file);
			await ctx.work.create(validateWork, { ownerId, id });
			await ctx.jobs.enqueue(readFileJob, { ownerId, input: { id }, dedupeKey: id, background: true });
		});
		return id;
	} catch (cause) {
		await removeArtifact(ctx, ownerId, id);
		throw cause;
	}
}

/** What the caller knows better than the detection. */
type Given = GivenFormat & { sheet?: string | undefined };
/** How a file is written; `sheet` is the part of a workbook. */
type Format = TableFormat & { sheet: string | null };

/** Writes the body to disk; the format is detected, and a wrong file refused, as soon as its beginning is there. */
async function receive(
	ctx: MailContext,
	ownerId: string,
	{ path, body, given }: { path: string; body: Request["body"]; given: Given },
): Promise<{ format: Format; sizeBytes: number }> {
	const file = await open(path, "w", 0o600);
	try {
		let head: Buffer = Buffer.alloc(0);
		let format: TableFormat | null = null;
		let sizeBytes = 0;
		for await (const chunk of body ?? []) {
			sizeBytes += chunk.byteLength;
			if (sizeBytes > MAX_FILE_BYTES)
				throw new AppError(413, "too-large", "The file is larger than 400 MB. Split it, and validate the parts.");
			if (isZip(head) && sizeBytes > WORKBOOK_LIMITS.bytes)
				throw new AppError(413, "too-large", "The spreadsheet is larger than 20 MB. Save the table as CSV.");
			if (format === null) {
				if (head.length < SAMPLE_BYTES) head = Buffer.concat([head, chunk]);
				if (!isZip(head) && head.length >= SAMPLE_BYTES) {
					const sample = head.subarray(0, SAMPLE_BYTES);
					format = await detectFormat(ctx, ownerId, { head: sample, isWhole: false, given });
				}
			}
			await file.writeFile(chunk);
		}
		if (isZip(head)) {
			const { part, ...found } = await chooseSheet(ctx, ownerId, { bytes: await readFile(path), given });
			return { format: { ...found, encoding: "utf-8", delimiter: ",", sheet: part }, sizeBytes };
		}
		const detected = format ?? (await detectFormat(ctx, ownerId, { head, isWhole: true, given }));
		return { format: { ...detected, sheet: null }, sizeBytes };
	} finally {
		await file.close();
	}
}
