import type { Account } from "#shared/contracts/accounts.ts";
import type { Job } from "#shared/contracts/jobs.ts";
import { kindConnectedBy } from "#shared/providers.ts";
import { AppError, badRequest, conflict } from "../../errors.ts";
import type { MailContext } from "../context/context.ts";
import { remainingQuota } from "../storage/quota.ts";
import { createAccount, findOrCreateAccount, getAccount, requireProvider } from "../store/accounts.ts";
import { enqueueFreshSync } from "../sync/job.ts";
import { requireMailFile } from "../uploads/check-format.ts";
import { hashFile, receive, removeFile, uploadLocation, uploadPath } from "../uploads/files.ts";
import { acquireUpload } from "../uploads/lease.ts";
import { createUpload, deleteUpload, deleteUploadRow, getUpload, type Upload } from "../uploads/store.ts";

/** Imports mail files into accounts. */

const KIND = kindConnectedBy("files");
/** After this many bytes, a file that is clearly not mail is rejected before the rest arrives. */
const MIN_CHECK_BYTES = 4_096;

export interface Imported {
	account: Account;
	job: Job;
	/** False: the same bytes were imported before. */
	isNew: boolean;
}

export interface MailFile {
	id: string;
	/** Display name. */
	name: string;
	path: string;
	sizeBytes: number;
	sha256: string;
}

/**
 * Imports the body of a request, or a complete upload.
 * @throws AppError 400, 404, 408, 409 `upload-incomplete` or `storage-quota`, 413 `too-large`, 415 `not-a-mail-file`
 */
export async function importMbox(
	ctx: MailContext,
	ownerId: string,
	query: { filename?: string | undefined; upload?: string | undefined; account?: string | undefined },
	{ request, signal }: { request: Request; signal: AbortSignal },
): Promise<Imported> {
	requireProvider(ctx, KIND);
	if (query.account !== undefined) await requireMbox(ctx, ownerId, query.account);
	const accountId = query.account ?? null;
	if (query.upload === undefined)
		return importAtOnce(ctx, ownerId, { filename: query.filename, to: { accountId } }, { request, signal });
	// A failed upload stays for a retry.
	const file = await uploadedFile(ctx, ownerId, query.upload, signal);
	return addFile(ctx, ownerId, file, { accountId, uploadId: query.upload });
}

async function requireMbox(ctx: MailContext, ownerId: string, accountId: string): Promise<void> {
	const account = await getAccount(ctx, ownerId, accountId);
	if (account.provider !== KIND)
		throw new AppError(409, "not-supported", "You can add files only to a mailbox that was imported from files.");
}

/**
 * Receives a file in one request and imports it. While it arrives it is recorded as an upload, so that it counts toward
 * the quota and is found when this process crashes. It cannot be resumed, so nothing remains after a failure.
 */
async function importAtOnce(
	ctx: MailContext,
	ownerId: string,
	{ filename, to }: { filename: string | undefined; to: { accountId: string | null } },
	{ request, signal }: { request: Request; signal: AbortSignal },
): Promise<Imported> {
	if (filename === undefined) throw badRequest("filename-missing", "Specify the file name: ?filename=mail.mbox");
	const announced = Number(request.headers.get("content-length") ?? 0);
	const upload = await createUpload(ctx, ownerId, { filename, sizeBytes: announced, resumable: false });
	try {
		return await acquireUpload(ctx, { ownerId, id: upload.id }, signal, async (leaseSignal) => {
			// A request without Content-Length may use all remaining room.
			const room = announced > 0 ? null : await remainingQuota(ctx, ownerId);
			const file = await receiveFile(ctx, upload, room, { request, signal: leaseSignal });
			return addFile(ctx, ownerId, file, { ...to, uploadId: upload.id });
		});
	} catch (cause) {
		await deleteUpload(ctx, ownerId, upload.id).catch((gone: unknown) => {
			if (!(gone instanceof AppError)) throw gone;
		});
		throw cause;
	}
}

async function receiveFile(
	ctx: MailContext,
	{ id, filename: name }: Upload,
	room: Awaited<ReturnType<typeof remainingQuota>>,
	{ request, signal }: { request: Request; signal: AbortSignal },
): Promise<MailFile> {
	const path = uploadPath(ctx.config.dataDir, id);
	const checkFormat = (sizeBytes: number, isComplete: boolean) =>
		requireMailFile(ctx, { id, name, path, sizeBytes }, { isComplete, signal, remove: () => removeFile(path) });
	let seen = false;
	const onChunk = async (_: Uint8Array, length: number): Promise<void> => {
		if (seen || length < MIN_CHECK_BYTES) return;
		seen = true;
		await checkFormat(length, false);
	};
	const maxBytes = ctx.config.uploadLimitBytes;
	const isTight = room !== null && room.bytes < maxBytes;
	const limit = isTight ? { limit: room.bytes, beyondLimit: room.beyond } : { limit: maxBytes };
	const sizeBytes = await receive(request.body, { path, offset: 0, signal, onChunk, ...limit });
	await checkFormat(sizeBytes, true);
	return { id, name, path, sizeBytes, sha256: await hashFile(path, signal) };
}

async function uploadedFile(
	ctx: MailContext,
	ownerId: string,
	uploadId: string,
	signal: AbortSignal,
): Promise<MailFile> {
	const upload = await getUpload(ctx, ownerId, uploadId);
	if (upload.offset !== upload.sizeBytes)
		throw conflict(
			"upload-incomplete",
			`Only ${upload.offset} of ${upload.sizeBytes} bytes have arrived. Send the rest first.`,
		);
	const path = uploadPath(ctx.config.dataDir, uploadId);
	const sha256 = await hashFile(path, signal);
	return { id: uploadId, name: upload.filename, path, sizeBytes: upload.sizeBytes, sha256 };
}

/**
 * Adds a file and imports it: to the requested account, else to the one that already has the same bytes, else to a new
 * one. The same bytes are not added twice. Files with the same name are not the same mailbox.
 */
export async function addFile(
	ctx: MailContext,
	ownerId: string,
	file: MailFile,
	to: { accountId: string | null; uploadId: string | null; name?: string | null },
): Promise<Imported> {
	const { database } = ctx;
	const { id, isNew, job } = await database.transaction(async () => {
		if (to.uploadId !== null) await deleteUploadRow(ctx, ownerId, to.uploadId);
		const named = to.name ?? null;
		const target =
			named === null ? to.accountId : await findOrCreateAccount(ctx, ownerId, { provider: KIND, name: named });
		const same = await sameBytes(ctx, ownerId, { sha256: file.sha256, accountId: target });
		if (same !== null)
			return { id: same, isNew: false, job: await enqueueFreshSync(ctx, { ownerId, accountId: same }, "user") };
		const id = target ?? (await createAccount(ctx, ownerId, { provider: KIND, name: file.name }));
		await database.exec(
			`insert into account_files (owner_id, account_id, id, name, path, size_bytes, sha256) values ($1, $2, $3, $4, $5, $6, $7)`,
			[ownerId, id, file.id, file.name, uploadLocation(ctx.config.dataDir, file.path), file.sizeBytes, file.sha256],
		);
		return { id, isNew: true, job: await enqueueFreshSync(ctx, { ownerId, accountId: id }, "user") };
	});
	if (!isNew && file.path === uploadPath(ctx.config.dataDir, file.id)) await removeFile(file.path);
	ctx.events.publish(ownerId, { type: "accounts" });
	return { account: await getAccount(ctx, ownerId, id), job, isNew };
}

/**
 * Finds an account that already has a file with these bytes.
 * @param accountId the only account to look at; null: all accounts of the owner
 * @returns its id; null: none
 */
async function sameBytes(
	ctx: MailContext,
	ownerId: string,
	{ sha256, accountId }: { sha256: string; accountId: string | null },
): Promise<string | null> {
	const row = await ctx.database.one<{ id: string }>(
		`select a.id from account_files f join connected_accounts a on a.owner_id = f.owner_id and a.id = f.account_id
		where f.owner_id = $1 and f.sha256 = $2 and a.status <> 'deleting' and ($3::uuid is null or a.id = $3)
		order by f.position limit 1`,
		[ownerId, sha256, accountId],
	);
	return row?.id ?? null;
}
