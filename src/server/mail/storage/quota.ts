import { AppError } from "../../errors.ts";
import type { MailContext } from "../context/context.ts";
import { readUsage } from "./usage.ts";

/** The operator's limit on what one user may store (`STORAGE_QUOTA_MB`). */

type Ctx = Pick<MailContext, "config" | "database">;

const LOCK = 7_461_250;

/**
 * Checks that a user may store this many more bytes.
 * @param resume what to do once there is room, as a sentence
 * @throws AppError 409 `storage-quota`, which says how full it is and what frees space
 */
export async function requireRoom(
	ctx: Ctx,
	ownerId: string,
	bytes: number,
	options: { resume?: string } = {},
): Promise<void> {
	if (ctx.config.storageQuotaBytes === null) return;
	const { usedBytes, limitBytes } = await readUsage(ctx, ownerId);
	if (limitBytes === null || usedBytes + bytes <= limitBytes) return;
	throw quotaReached(usedBytes, limitBytes, bytes, options.resume);
}

/** Bytes that a user may still store, and the error to throw beyond them; null: no limit. */
export async function remainingQuota(ctx: Ctx, ownerId: string): Promise<{ bytes: number; beyond(): AppError } | null> {
	if (ctx.config.storageQuotaBytes === null) return null;
	const { usedBytes, limitBytes } = await readUsage(ctx, ownerId);
	if (limitBytes === null) return null;
	return { bytes: Math.max(0, limitBytes - usedBytes), beyond: () => quotaReached(usedBytes, limitBytes, 1) };
}

/** Serializes a user's requests that reserve space, until the transaction ends. */
export async function lockStorage({ database }: Ctx, ownerId: string): Promise<void> {
	await database.exec("select pg_advisory_xact_lock(hashtextextended($1, $2))", [ownerId, LOCK]);
}

function formatSize(bytes: number): string {
	const [size, unit] = bytes >= 1e9 ? [bytes / 1e9, "GB"] : [bytes / 1e6, "MB"];
	return `${(Math.round(size * 10) / 10).toLocaleString("en-US")} ${unit}`;
}

function quotaReached(used: number, limit: number, wanted: number, resume = "Then try again."): AppError {
	const need = wanted > 1 ? ` and this needs ${formatSize(wanted)}` : "";
	return new AppError(
		409,
		"storage-quota",
		`Not enough storage: ${formatSize(used)} of ${formatSize(limit)} is used${need}. ` +
			`Delete a mailbox, an upload, a backup or an export to free space. ${resume}`,
	);
}
