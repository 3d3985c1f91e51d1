import { BadgeCheck, Combine, Download, Tags, UserRoundSearch } from "lucide-react";
import { useState } from "react";
import { usePhone } from "#web/lib/base/use-wide.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Menu } from "#web/ui/overlay/menu.tsx";
import { WorkbenchBulkBar } from "#web/ui/workbench/bulk-bar.tsx";
import type { Contact } from "../../contract.ts";
import { t } from "../base/text.ts";
import { useAddressTools } from "../base/use-address-tools.ts";
import { useExport } from "../base/use-export.ts";
import { useMerge } from "../merge/use-merge.ts";
import { TagsDialog } from "../tags/tags-dialog.tsx";

/** Addresses that the validator takes at once. */
const MAX_VALIDATED = 1_000;

interface BulkBarProps {
	chosen: readonly Contact[];
	onClear: () => void;
}

/** The actions for the selected contacts. */
export function BulkBar({ chosen, onClear }: BulkBarProps) {
	const isPhone = usePhone();
	const merge = useMerge(onClear);
	const save = useExport();
	const tools = useAddressTools();
	const [isTagging, setTagging] = useState(false);
	const count = chosen.length;
	if (count === 0) return null;
	const emails = chosen.flatMap(({ addresses }) => addresses[0] ?? []);
	const selection = { ids: chosen.map(({ id }) => id) };
	const canMerge = count > 1 && count <= 50 && chosen.every(({ lastContactAt }) => lastContactAt !== null);
	const name = t.bulk.listName(count);
	const more = [
		{ label: t.bulk.tag, icon: Tags, onSelect: () => setTagging(true) },
		...(tools.canEnrich && emails.length <= 10_000
			? [{ label: t.bulk.enrich, icon: UserRoundSearch, onSelect: () => tools.enrich({ name, emails }) }]
			: []),
		...(tools.canValidate && emails.length <= MAX_VALIDATED
			? [{ label: t.bulk.validate, icon: BadgeCheck, onSelect: () => tools.validate({ name, emails }) }]
			: []),
	];
	const exports = [
		{ label: t.page.exportVcard, onSelect: () => save.mutate({ kind: "vcard", selection }) },
		{ label: t.page.exportCsv, onSelect: () => save.mutate({ kind: "csv", selection }) },
	];
	return (
		<WorkbenchBulkBar summary={t.bulk.selected(count)} clearLabel={t.bulk.clear} onClear={onClear}>
			<Menu
				align="end"
				trigger={
					<Button icon={Download} busy={save.isPending}>
						{t.page.export}
					</Button>
				}
				entries={exports}
			/>
			{isPhone && more.length > 0 ? (
				<Menu align="end" trigger={<Button>{t.bulk.more}</Button>} entries={more} />
			) : (
				more.map(({ label, icon, onSelect }) => (
					<Button key={label} icon={icon} onClick={onSelect}>
						{label}
					</Button>
				))
			)}
			{canMerge && (
				<Button
					variant="primary"
					icon={Combine}
					busy={merge.isPending}
					onClick={() => merge.mutate({ ids: selection.ids })}
				>
					{t.bulk.merge(count)}
				</Button>
			)}
			<TagsDialog chosen={chosen} open={isTagging} onClose={() => setTagging(false)} />
		</WorkbenchBulkBar>
	);
}
