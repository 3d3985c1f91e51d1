import { ChevronDown, FolderPlus, Pencil, Trash2 } from "lucide-react";
import { formatNumber } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Menu, type MenuEntry, type RadioOption } from "#web/ui/menu.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { moreFolders, tabFolders } from "../folders/folder-names.ts";
import type { Folder } from "../mail.ts";
import type { FolderActions } from "../use-folder-actions.ts";

interface FolderTabsProps {
	folders: readonly Folder[];
	/** The selected folder; undefined: all, as in a search. */
	value: string | undefined;
	searching: boolean;
	/** Mailbox names by id, where several are shown. */
	accountNames: ReadonlyMap<string, string> | null;
	actions: FolderActions;
	onChange: (folder: string | undefined) => void;
}

const everywhere = "*";

/** Standard folders as tabs, the others in the "More" menu. */
export function FolderTabs({ folders, value, searching, accountNames, actions, onChange }: FolderTabsProps) {
	const tabs = tabFolders(folders).map((folder) => ({
		value: folder.value,
		label: folder.name,
		count: folder.value === "inbox" ? folder.unread : undefined,
		countLabel: "unread",
	}));
	const more = moreFolders(folders);
	const chosen = more.find((folder) => folder.value === value);
	const options: RadioOption[] = more.map((folder) => ({
		value: folder.value,
		label: folder.name,
		note: [
			`${formatNumber(folder.total)}${folder.unread > 0 ? `, ${formatNumber(folder.unread)} unread` : ""}`,
			folder.accountId === null ? undefined : accountNames?.get(folder.accountId),
		]
			.filter(Boolean)
			.join(" · "),
	}));
	const { own } = actions;
	const acts: MenuEntry[] = [
		...(actions.canCreate ? [{ label: "New folder…", icon: FolderPlus, onSelect: actions.create }] : []),
		...(own
			? [
					{ label: `Rename ${own.name}…`, icon: Pencil, onSelect: () => void actions.rename() },
					{ label: `Delete ${own.name}…`, icon: Trash2, danger: true, onSelect: () => void actions.remove() },
				]
			: []),
	];
	return (
		<div className="@container flex min-w-0 items-center">
			<div className="-ml-1 min-w-0 shrink">
				<Tabs
					label="Folders"
					tabs={searching ? [{ value: everywhere, label: "All" }, ...tabs] : tabs}
					value={value ?? everywhere}
					onChange={(next) => onChange(next === everywhere ? undefined : next)}
				/>
			</div>
			<Menu
				align="end"
				trigger={
					<Button
						variant={chosen ? "secondary" : "ghost"}
						size="small"
						aria-label={chosen ? `Folder: ${chosen.name}` : "More folders"}
					>
						<span className={cx("max-w-24 truncate @max-[440px]:max-w-16", !chosen && "@max-[440px]:hidden")}>
							{chosen?.name ?? "More"}
						</span>
						<ChevronDown size={14} aria-hidden="true" className="@min-[440px]:-mr-1" />
					</Button>
				}
				entries={[
					{ type: "radio", label: "More folders", value: value ?? "", onChange, options },
					...(acts.length > 0 ? [{ type: "separator" } as const, ...acts] : []),
				]}
			/>
		</div>
	);
}
