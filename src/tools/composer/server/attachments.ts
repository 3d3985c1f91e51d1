import { open } from "node:fs/promises";
import {
	extendArtifact,
	finishFile,
	pathToWrite,
	readArtifact,
	registerArtifact,
	removeArtifact,
} from "#kernel/artifacts.ts";
import type { Database } from "#kernel/database.ts";
import { AppError, conflict, notFound } from "#kernel/errors.ts";
import { requireRoom } from "#kernel/mail.ts";
import type { MailContext } from "#kernel/module.ts";
import type { OutgoingAttachment } from "#kernel/send.ts";
import { newId } from "#shared/ids.ts";
import type { DraftAttachment } from "../contract.ts";
import { MAX_ATTACHMENT_BYTES, MAX_ATTACHMENTS } from "../limits.ts";
import { type DraftKey, lockDraft } from "./store.ts";

/** Until an upload is complete: one that is not is deleted then. */
const UNFINISHED_MS = 24 * 3_600_000;
/** An attachment is deleted with its draft, not by time. */
const KEPT_MS = 100 * 365 * 24 * 3_600_000;

export interface AttachmentRow {
	position: number;
	artifact_id: string;
	filename: string;
	content_type: string;
	size_bytes: number;
	content_id: string | null;
}

export interface NewFile {
	filename: string;
	contentType: string;
	/** Null: not shown in the text. */
	contentId: string | null;
	body: AsyncIterable<Uint8Array> | null;
	signal: AbortSignal;
}

export async function listAttachments(database: Database, { ownerId, id }: DraftKey): Promise<AttachmentRow[]> {
	return database.query<AttachmentRow>(
		`select position, artifact_id, filename, content_type, size_bytes, content_id from draft_attachments
		where owner_id = $1 and draft_id = $2 order by position`,
		[ownerId, id],
	);
}

export function presentAttachment(row: AttachmentRow): DraftAttachment {
	return {
		position: row.position,
		filename: row.filename,
		contentType: row.content_type,
		sizeBytes: Number(row.size_bytes),
		isInline: row.content_id !== null,
	};
}

export function bytesOf(rows: readonly AttachmentRow[]): number {
	return rows.reduce((sum, { size_bytes }) => sum + Number(size_bytes), 0);
}

/**
 * Streams a file to the draft.
 * @throws AppError 404; 409 `already-sent`, `too-many-attachments`, `storage-quota`; 413 `too-large`
 */
export async function attachFile(ctx: MailContext, key: DraftKey, file: NewFile): Promise<AttachmentRow> {
	const { ownerId } = key;
	const artifactId = newId(ctx.now());
	const expiresAt = new Date(ctx.now() + UNFINISHED_MS);
	await ctx.database.transaction(async () => {
		requireEditing(await lockDraft(ctx.database, key));
		await registerArtifact(ctx, { ownerId, id: artifactId, name: file.filename, expiresAt });
	});
	try {
		const room = MAX_ATTACHMENT_BYTES - bytesOf(await listAttachments(ctx.database, key));
		const sizeBytes = await receive(await pathToWrite(ctx.config, artifactId), file, room);
		await requireRoom(ctx, ownerId, sizeBytes);
		if (!(await finishFile(ctx, ownerId, artifactId, file.signal))) throw notFound("The draft");
		return await ctx.database.transaction(async () => {
			requireEditing(await lockDraft(ctx.database, key));
			const others = await listAttachments(ctx.database, key);
			// Files may have been uploaded at the same time.
			if (bytesOf(others) + sizeBytes > MAX_ATTACHMENT_BYTES) throw tooLarge();
			if (others.length >= MAX_ATTACHMENTS)
				throw conflict("too-many-attachments", `A message has at most ${MAX_ATTACHMENTS} attachments.`);
			await extendArtifact(ctx, { ownerId, id: artifactId }, new Date(ctx.now() + KEPT_MS));
			return insertAttachment(ctx.database, key, { ...file, artifactId, sizeBytes });
		});
	} catch (cause) {
		await removeArtifact(ctx, ownerId, artifactId);
		throw cause;
	}
}

function requireEditing({ state }: { state: string }): void {
	if (state !== "editing") throw alreadySent();
}

export function alreadySent(): AppError {
	return conflict("already-sent", "This message is already being sent. Undo sending to change it.");
}

function tooLarge(): AppError {
	const limit = MAX_ATTACHMENT_BYTES / 1024 / 1024;
	return new AppError(
		413,
		"too-large",
		`The attachments of a message may have ${limit} MB together. Share a link to a larger file instead.`,
	);
}

async function receive(path: string, { body }: NewFile, room: number): Promise<number> {
	const handle = await open(path, "w", 0o600);
	try {
		let length = 0;
		for await (const chunk of body ?? []) {
			length += chunk.byteLength;
			if (length > room) throw tooLarge();
			await handle.writeFile(chunk);
		}
		return length;
	} finally {
		await handle.close();
	}
}

async function insertAttachment(
	database: Database,
	{ ownerId, id }: DraftKey,
	file: Pick<NewFile, "filename" | "contentType" | "contentId"> & { artifactId: string; sizeBytes: number },
): Promise<AttachmentRow> {
	const row = await database.one<AttachmentRow>(
		`insert into draft_attachments (owner_id, draft_id, position, artifact_id, filename, content_type, size_bytes, content_id)
		select $1, $2, coalesce(max(position) + 1, 0), $3, $4, $5, $6, $7 from draft_attachments
		where owner_id = $1 and draft_id = $2
		returning position, artifact_id, filename, content_type, size_bytes, content_id`,
		[ownerId, id, file.artifactId, file.filename, file.contentType, file.sizeBytes, file.contentId],
	);
	return row as AttachmentRow;
}

/** @throws AppError 404, also for another user's draft */
export async function readAttachment(ctx: MailContext, key: DraftKey, position: number): Promise<AttachmentRow> {
	const row = (await listAttachments(ctx.database, key)).find((one) => one.position === position);
	if (row === undefined) throw notFound("The attachment");
	return row;
}

/** @throws AppError 404, 409 `already-sent` */
export async function removeAttachment(ctx: MailContext, key: DraftKey, position: number): Promise<void> {
	const { artifact_id: artifactId } = await readAttachment(ctx, key, position);
	await ctx.database.transaction(async () => {
		requireEditing(await lockDraft(ctx.database, key));
		await ctx.database.exec("delete from draft_attachments where owner_id = $1 and draft_id = $2 and position = $3", [
			key.ownerId,
			key.id,
			position,
		]);
	});
	await removeArtifact(ctx, key.ownerId, artifactId);
}

/** Deletes all attachments of a draft. Idempotent. */
export async function removeAttachments(ctx: MailContext, key: DraftKey): Promise<void> {
	for (const { artifact_id: artifactId } of await listAttachments(ctx.database, key))
		await removeArtifact(ctx, key.ownerId, artifactId);
	await ctx.database.exec("delete from draft_attachments where owner_id = $1 and draft_id = $2", [key.ownerId, key.id]);
}

/** The bytes as a stream. @throws AppError 410 `attachment-gone` when a backup without files was restored */
export async function openFile(
	ctx: MailContext,
	{ artifact_id: id, size_bytes: size, filename }: AttachmentRow,
): Promise<ReadableStream<Uint8Array>> {
	try {
		return await readArtifact(ctx.config, id, 0, Number(size) - 1);
	} catch (cause) {
		throw new AppError(410, "attachment-gone", `“${filename}” is no longer stored. Remove it and attach it again.`, {
			cause,
		});
	}
}

/** The attachments with their bytes, for a message. */
export async function loadAttachments(ctx: MailContext, rows: readonly AttachmentRow[]): Promise<OutgoingAttachment[]> {
	const loaded: OutgoingAttachment[] = [];
	for (const row of rows) {
		const content = Buffer.from(await new Response(await openFile(ctx, row)).arrayBuffer());
		const { filename, content_type: contentType, content_id: contentId } = row;
		loaded.push({ filename, contentType, content, ...(contentId !== null && { contentId }) });
	}
	return loaded;
}
