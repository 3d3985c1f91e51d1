import { ArrowDownUp, ChevronDown, Download, FileUp } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { Menu } from "#web/ui/overlay/menu.tsx";
import type { FileFormat } from "../../contract.ts";
import { t } from "../base/text.ts";
import { ImportRulesDialog } from "./import-rules-dialog.tsx";

const FORMATS: readonly { format: FileFormat; label: string; note: string }[] = [
	{ format: "json", label: t.files.exportAsJson, note: t.files.exportAsJsonNote },
	{ format: "gmail", label: t.files.exportForGmail, note: t.files.mailfiltersXml },
	{ format: "sieve", label: t.files.exportAsSieve, note: t.files.forMailServers },
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
						<ArrowDownUp aria-hidden="true" size={16} className="sm:hidden" />
						<span className="max-sm:sr-only">{t.files.importAndExport}</span>
						<ChevronDown aria-hidden="true" size={16} />
					</Button>
				}
				entries={[
					{
						label: t.files.importFiltersEllipsis,
						icon: FileUp,
						note: t.files.gmailSieveJson,
						onSelect: () => setImporting(true),
					},
					{ type: "separator" },
					...FORMATS.map(({ format, label, note }) => ({
						label,
						note,
						icon: Download,
						onSelect: () => download(`/api/v1/filters/export?format=${format}`),
					})),
				]}
			/>
			<ImportRulesDialog open={importing} onClose={() => setImporting(false)} />
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
