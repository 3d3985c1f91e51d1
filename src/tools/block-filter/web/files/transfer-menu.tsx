import { ChevronDown, Download, FileUp } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Menu } from "#web/ui/menu.tsx";
import type { FileFormat } from "../../contract.ts";
import { ImportDialog } from "./import-dialog.tsx";

const FORMATS: readonly { format: FileFormat; label: string; note: string }[] = [
	{ format: "json", label: "Export as JSON", note: "Everything, to take along or keep" },
	{ format: "gmail", label: "Export for Gmail", note: "mailFilters.xml" },
	{ format: "sieve", label: "Export as Sieve", note: "For mail servers" },
];

/** Menu for import and export of rules. */
export function TransferMenu() {
	const [importing, setImporting] = useState(false);
	return (
		<>
			<Menu
				align="end"
				trigger={
					<Button>
						Import and export
						<ChevronDown aria-hidden="true" size={16} />
					</Button>
				}
				entries={[
					{ label: "Import filters…", icon: FileUp, note: "Gmail, Sieve or JSON", onSelect: () => setImporting(true) },
					{ type: "separator" },
					...FORMATS.map(({ format, label, note }) => ({
						label,
						note,
						icon: Download,
						onSelect: () => download(`/api/v1/filters/export?format=${format}`),
					})),
				]}
			/>
			<ImportDialog open={importing} onClose={() => setImporting(false)} />
		</>
	);
}

/** The server names the file. */
function download(href: string): void {
	const link = document.createElement("a");
	link.href = href;
	link.download = "";
	link.click();
}
