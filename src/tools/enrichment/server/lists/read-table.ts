import type { MailContext } from "#kernel/module.ts";
import { readUpload, type UploadTask } from "#kernel/tables.ts";
import { LIST_LIMITS, type ListLimits } from "./limits.ts";
import type { Table, TableInput } from "./read-table.task.ts";

const task: UploadTask<TableInput, Table> = {
	url: new URL("./read-table.task.ts", import.meta.url),
	isTransient: true,
	maxResultBytes: 128 * 1024 * 1024,
};

/**
 * Reads an uploaded file; format and column of the addresses are detected.
 * @throws AppError 400 `not-a-table`, `no-emails`, `bad-table`, `row-too-long`, `wrong-encoding` or `too-many-rows`, 413
 * `too-large`, and as `readUpload`
 */
export function readTable(
	ctx: Pick<MailContext, "parsePool">,
	ownerId: string,
	body: Request["body"],
	limits: ListLimits = LIST_LIMITS,
): Promise<Table> {
	return readUpload(ctx, ownerId, body, { task, input: limits, maxBytes: limits.bytes });
}
