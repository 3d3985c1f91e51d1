import type { MailContext } from "#kernel/module.ts";
import { readUpload, type UploadTask } from "#kernel/tables.ts";
import { MAX_CARDS } from "../../contract.ts";
import { MAX_VALUES } from "../../limits.ts";
import { type ImportedCard, type ImportResult, importCards } from "./import.ts";
import type { CardLimits } from "./read-vcard.task.ts";

/** Pictures take most of a file. */
const MAX_BYTES = 50_000_000;

const task: UploadTask<CardLimits, ImportedCard[]> = {
	url: new URL("./read-vcard.task.ts", import.meta.url),
	isTransient: true,
	timeoutMs: 20_000,
	maxResultBytes: 128 * 1024 * 1024,
};

/** Stores the contacts of an uploaded vCard file. @throws AppError 400 `not-a-vcard`, and as `readUpload` */
export async function importVcard(ctx: MailContext, ownerId: string, body: Request["body"]): Promise<ImportResult> {
	const input = { cards: MAX_CARDS, values: MAX_VALUES };
	return importCards(ctx, ownerId, {
		cards: await readUpload(ctx, ownerId, body, { task, input, maxBytes: MAX_BYTES }),
	});
}
