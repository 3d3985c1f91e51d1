import { Download } from "lucide-react";
import { urlOf } from "#shared/client.ts";
import { Button, DownloadLink } from "#web/ui/button/button.tsx";
import type { FileBatch } from "../../contract.ts";
import { validatorContract as routes } from "../../contract.ts?routes";
import type { RowFilter } from "../../row-filter.ts";
import { t } from "../base/text.ts";

/** What the buttons export; the second one is there only with a filter. */
function exportsOf(filter: RowFilter): { label: string; filter: RowFilter }[] {
	const isFiltered = filter.status !== undefined || filter.reason !== undefined;
	const isValid = filter.status === "valid" && filter.reason === undefined;
	return [
		{ label: t.results.exportValid, filter: { status: "valid" } },
		...(isFiltered && !isValid ? [{ label: t.results.exportShown, filter }] : []),
	];
}

export type ExportName = "email-validation" | "email-validation-results";

/** Where a file is exported: a spreadsheet as one. */
export function exportHref({ id, isSpreadsheet }: FileBatch, name: ExportName, filter: RowFilter = {}): string {
	const route = isSpreadsheet ? routes.exportSpreadsheet : routes.exportFileBatch;
	return urlOf(route, { params: { id }, query: { name, ...filter } });
}

interface FileExportsProps {
	file: FileBatch;
	filter: RowFilter;
	name: ExportName;
}

/** Exports some rows of a file. */
export function FileExports({ file, filter, name }: FileExportsProps) {
	return exportsOf(filter).map(({ label, filter: rows }) => (
		<DownloadLink key={label} size="small" icon={Download} href={exportHref(file, name, rows)} download>
			{label}
		</DownloadLink>
	));
}

/** Exports some results of a list. */
export function ListExports({ filter, onExport }: { filter: RowFilter; onExport: (filter: RowFilter) => void }) {
	return exportsOf(filter).map(({ label, filter: rows }) => (
		<Button key={label} size="small" icon={Download} onClick={() => onExport(rows)}>
			{label}
		</Button>
	));
}
