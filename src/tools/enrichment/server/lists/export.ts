import { csvRecord, type MailContext } from "#kernel/module.ts";
import type { Enrichment } from "../../contract.ts";
import type { FieldId } from "../../fields.ts";
import { findEnrichments } from "../store.ts";
import { listItem } from "./item.ts";
import { getListRecord } from "./store.ts";

/** Columns of an export, before those of the file. */
export const EXPORT_COLUMNS = [
	...["Email", "Found", "Full Name", "First Name", "Last Name", "Company", "Position", "Phone", "Location"],
	...["Address", "LinkedIn", "Twitter", "Website", "Confidence", "Sources", "Checked At", "Note"],
];

/** Rows per statement. */
const PAGE = 500;

/** A list as CSV, read while it is streamed: the details found so far, then all original columns. @throws AppError 404 */
export async function exportList(ctx: MailContext, ownerId: string, id: string): Promise<AsyncGenerator<string>> {
	const { columns } = await getListRecord(ctx.database, ownerId, id);
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
		const items = rows.map(({ item }) => listItem.parse(item));
		const emails = items.map(({ email }) => email.trim().toLowerCase());
		const known = await findEnrichments(ctx.database, key.ownerId, emails);
		yield rows
			.map(({ state, error }, index) => {
				const { email = "", cells = [] } = items[index] ?? {};
				const found = state === "done" ? known.get(emails[index] ?? "") : undefined;
				const original = [...cells, ...Array<string>(Math.max(0, columns.length - cells.length)).fill("")];
				const head = found === undefined ? without(email, error ?? noteFor(state)) : cellsOf(found);
				return csvRecord([...head, ...(columns.length === 0 ? [] : original)]);
			})
			.join("");
		after = rows.at(-1)?.position ?? null;
	}
}

function noteFor(state: string): string {
	if (state === "cancelled") return "Canceled";
	return state === "done" ? "Deleted" : "Not searched yet";
}

function without(email: string, note: string): string[] {
	return [email, "No", ...Array<string>(EXPORT_COLUMNS.length - 3).fill(""), note];
}

function cellsOf(result: Enrichment): (string | number)[] {
	const valueFor = (field: FieldId) => result.facts.find((fact) => fact.field === field)?.value ?? "";
	const sources = new Set(result.facts.flatMap(({ evidence }) => evidence.map(({ source }) => source)));
	return [
		...[result.email, result.found ? "Yes" : "No", valueFor("fullName"), result.firstName ?? "", result.lastName ?? ""],
		...(["company", "position", "phone", "location", "address", "linkedIn", "twitter", "website"] as const).map(
			valueFor,
		),
		...[result.confidence, [...sources].join("; "), result.checkedAt, result.message ?? ""],
	];
}
