import type { MailContext } from "#kernel/module.ts";
import { csvRecord } from "#kernel/module.ts";
import { EXPORT_COLUMNS, exportCells, uncheckedCells } from "../../export-columns.ts";
import { verdictOf } from "./files.ts";
import { rowItem, rowResult } from "./item.ts";
import { getFile } from "./store.ts";

/** Rows per statement. */
const PAGE = 500;

/** The rows of a file as CSV, read while they are streamed: the verdict, then all original columns. @throws AppError 404 */
export async function exportFile(ctx: MailContext, ownerId: string, id: string): Promise<AsyncGenerator<string>> {
	const { columns } = await getFile(ctx.database, ownerId, id);
	await ctx.work.get({ ownerId, id });
	return linesOf(ctx, { ownerId, id }, columns);
}

async function* linesOf(
	ctx: MailContext,
	key: { ownerId: string; id: string },
	columns: readonly string[],
): AsyncGenerator<string> {
	// Excel takes a file without a byte order mark for one in a Windows encoding.
	yield `\ufeff${csvRecord([...EXPORT_COLUMNS, ...columns])}`;
	for (let after: number | null = null; ; ) {
		const rows = await ctx.work.items(key, { after, limit: PAGE });
		if (rows.length === 0) return;
		yield rows
			.map(({ item, result, state, error }) => {
				const { email, cells } = rowItem.parse(item);
				const original = [...cells, ...Array<string>(Math.max(0, columns.length - cells.length)).fill("")];
				const why = error ?? (state === "cancelled" ? "Canceled" : "Not checked yet");
				const head = result === null ? uncheckedCells(email, why) : exportCells(verdictOf(rowResult.parse(result)));
				return csvRecord([...head, ...original]);
			})
			.join("");
		after = rows.at(-1)?.position ?? null;
	}
}
