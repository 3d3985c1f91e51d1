import { csvRecord, type MailContext } from "#kernel/module.ts";
import { EXPORT_COLUMNS, exportCells, uncheckedCells } from "../../export-columns.ts";
import { findVerdicts } from "../store.ts";
import { listAddresses, readList } from "./store.ts";

/** Addresses per statement. */
const PAGE = 1_000;

/** The addresses of a monitored list with their latest verdicts as CSV, read while they are streamed. @throws AppError 404 */
export async function exportMonitored(ctx: MailContext, ownerId: string, id: string): Promise<AsyncGenerator<string>> {
	await readList(ctx, ownerId, id);
	return linesOf(ctx, ownerId, id);
}

async function* linesOf({ database }: MailContext, ownerId: string, id: string): AsyncGenerator<string> {
	// Excel takes a file without a byte order mark for one in a Windows encoding.
	yield `\ufeff${csvRecord(EXPORT_COLUMNS)}`;
	let after = "";
	for (;;) {
		const addresses = await listAddresses(database, ownerId, { id, after, limit: PAGE });
		const verdicts = await findVerdicts(database, ownerId, addresses);
		for (const address of addresses) {
			const verdict = verdicts.get(address);
			yield csvRecord(verdict === undefined ? uncheckedCells(address, "Not checked yet") : exportCells(verdict));
		}
		const last = addresses.at(-1);
		if (last === undefined || addresses.length < PAGE) return;
		after = last;
	}
}
