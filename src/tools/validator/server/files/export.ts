import type { MailContext } from "#kernel/module.ts";
import { EXPORT_COLUMNS, exportCells, uncheckedCells } from "../../export-columns.ts";
import { verdictOf } from "./files.ts";
import { rowItem, rowResult } from "./item.ts";
import { getFile } from "./store.ts";

/** The rows of a file as CSV, read while they are streamed: the verdict, then all original columns. @throws AppError 404 */
export async function exportFile(ctx: MailContext, ownerId: string, id: string): Promise<AsyncGenerator<string>> {
	const { columns } = await getFile(ctx.database, ownerId, id);
	return ctx.work.csv(
		{ ownerId, id },
		{
			headings: [...EXPORT_COLUMNS, ...columns],
			byteOrderMark: true,
			fields: (rows) =>
				rows.map(({ item, result, state, error }) => {
					const { email, cells } = rowItem.parse(item);
					const original = [...cells, ...Array<string>(Math.max(0, columns.length - cells.length)).fill("")];
					const why = error ?? (state === "cancelled" ? "Canceled" : "Not checked yet");
					const head = result === null ? uncheckedCells(email, why) : exportCells(verdictOf(rowResult.parse(result)));
					return [...head, ...original];
				}),
		},
	);
}
