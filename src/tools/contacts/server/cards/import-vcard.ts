import type { MailContext } from "#kernel/module.ts";
import { readUpload, type UploadTask } from "#kernel/tables.ts";
import { type ImportedCard, type ImportResult, importCards } from "./import.ts";
import { VCARD_LIMITS, type VcardLimits } from "./vcard-limits.ts";

const task: UploadTask<VcardLimits, ImportedCard[]> = {
	url: new URL("./read-vcard.task.ts", import.meta.url),
	isTransient: true,
	timeoutMs: 20_000,
	maxResultBytes: 128 * 1024 * 1024,
};

/** Stores the contacts of an uploaded vCard file. @throws AppError 400 `not-a-vcard`, and as `readUpload` */
export async function importVcard(
	ctx: MailContext,
	ownerId: string,
	body: Request["body"],
	limits: VcardLimits = VCARD_LIMITS,
): Promise<ImportResult> {
	const cards = await readUpload(ctx, ownerId, body, { task, input: limits, maxBytes: limits.bytes });
	return importCards(ctx, ownerId, { cards });
}
