import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ImportRow } from "#web/ui/file-import/mapping.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { contactsApi, contactsKey } from "../base/api.ts";
import { t } from "../base/text.ts";
import { dateOrderOf } from "./birthdays.ts";
import { contactOf } from "./contact-of.ts";

/** Rows of a request. */
const ROWS = 500;

interface Result {
	importId: string;
	added: number;
	updated: number;
	skipped: number;
}

/** Imports a vCard file, or rows of a table; the toast offers to undo it. */
export function useImport(onImported: () => void) {
	const client = useQueryClient();
	const refresh = () => client.invalidateQueries({ queryKey: contactsKey });
	const undo = useMutation({
		mutationFn: ({ importId }: Result) => contactsApi.undoContactImport({ params: { id: importId } }),
		onSuccess: async (_, { updated }) => {
			toast({ title: t.import.undone, ...(updated > 0 && { description: t.import.kept }) });
			await refresh();
		},
		onError: (error) => toast({ title: t.import.couldntUndo, description: error.message, tone: "destructive" }),
	});
	return useMutation({
		mutationFn: (source: File | readonly ImportRow[]): Promise<Result> =>
			source instanceof File ? contactsApi.importVcard({}, { bytes: source }) : importRows(source),
		onSuccess: async (result) => {
			const { added, updated, skipped } = result;
			onImported();
			const message = { title: t.import.done(added), description: t.import.result(updated, skipped) };
			toast(added === 0 ? message : { ...message, undo: () => undo.mutate(result) });
			await refresh();
		},
		// Also after a failure: earlier rows are stored.
		onError: refresh,
	});
}

async function importRows(rows: readonly ImportRow[]): Promise<Result> {
	const result: Result = { importId: crypto.randomUUID(), added: 0, updated: 0, skipped: 0 };
	const order = dateOrderOf(rows.map(({ values }) => values.birthday ?? ""));
	for (let from = 0; from < rows.length; from += ROWS) {
		const part = rows.slice(from, from + ROWS).map((row) => contactOf(row, order));
		const { added, updated, skipped } = await contactsApi.importContacts({
			body: { importId: result.importId, rows: part },
		});
		result.added += added;
		result.updated += updated;
		result.skipped += skipped;
	}
	return result;
}
