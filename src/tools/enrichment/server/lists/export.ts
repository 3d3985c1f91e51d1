import type { MailContext } from "#kernel/module.ts";
import { addressKey } from "#shared/mail/address-key.ts";
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

/** A list as CSV, read while it is streamed: the details found so far, then all original columns. @throws AppError 404 */
export async function exportList(ctx: MailContext, ownerId: string, id: string): Promise<AsyncGenerator<string>> {
	const { columns } = await getListRecord(ctx.database, ownerId, id);
	return ctx.work.csv(
		{ ownerId, id },
		{
			headings: [...EXPORT_COLUMNS, ...columns],
			byteOrderMark: true,
			async fields(rows) {
				const items = rows.map(({ item }) => listItem.parse(item));
				const emails = items.map(({ email }) => addressKey(email));
				const known = await findEnrichments(ctx.database, ownerId, emails);
				return rows.map(({ state, error }, index) => {
					const { email = "", cells = [] } = items[index] ?? {};
					const found = state === "done" ? known.get(emails[index] ?? "") : undefined;
					const original = [...cells, ...Array<string>(Math.max(0, columns.length - cells.length)).fill("")];
					const head = found === undefined ? without(email, error ?? noteFor(state)) : cellsOf(found);
					return [...head, ...(columns.length === 0 ? [] : original)];
				});
			},
		},
	);
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
