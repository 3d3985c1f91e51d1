import { ChevronDown, FolderPlus, Pencil, Trash2 } from "lucide-react";
import { formatNumber } from "#web/lib/base/format.ts";
import { cx } from "#web/ui/base/cx.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Menu, type MenuEntry, type RadioOption } from "#web/ui/overlay/menu.tsx";
import { Tabs } from "#web/ui/page/tabs.tsx";
import type { Folder } from "../base/mail.ts";
import type { Address } from "../base/search-params.ts";
import { t } from "../base/text.ts";
import type { FolderActions } from "../folders/edit/use-folder-actions.ts";
import { moreFolders, tabFolders } from "../folders/folder-names.ts";

interface FolderTabsProps {
	folders: readonly Folder[];
	/** Those of all mailboxes: otherwise they have no counts yet. */
	isComplete: boolean;
	address: Address;
	/** Mailbox names by id, where several are shown. */
	accountNames: ReadonlyMap<string, string> | null;
	actions: FolderActions;
}

const everywhere = "*";

/** Standard folders as tabs, the others in the "More" menu. In a search they limit it to a folder. */
export function FolderTabs({ folders, isComplete, address, accountNames, actions }: FolderTabsProps) {
	const { folder: value, search } = address;
	const { q, mode, sort, filter } = search;
	const show = (next: string | undefined) =>
		address.show({ q, mode, sort, filter, folder: next === "inbox" && q === undefined ? undefined : next });
	const tabs = tabFolders(folders).map((folder) => ({
		value: folder.value,
		label: folder.name,
		count: isComplete && folder.value === "inbox" ? folder.unread : undefined,
		countLabel: t.folders.unread,
	}));
	const more = moreFolders(folders);
	const chosen = more.find((folder) => folder.value === value);
	const options: RadioOption[] = more.map((folder) => ({
		value: folder.value,
		label: folder.name,
		note: [
			isComplete && `${formatNumber(folder.total)}${folder.unread > 0 ? t.folders.unreadCount(folder.unread) : ""}`,
			folder.accountId === null ? undefined : accountNames?.get(folder.accountId),
		]
			.filter(Boolean)
			.join(" · "),
	}));
	const { own } = actions;
	const acts: MenuEntry[] = [
		...(actions.canCreate ? [{ label: t.folders.newFolderEllipsis, icon: FolderPlus, onSelect: actions.create }] : []),
		...(own
			? [
					{ label: t.folders.renameNamed(own.name), icon: Pencil, onSelect: () => void actions.rename() },
					{ label: t.folders.delete(own.name), icon: Trash2, danger: true, onSelect: () => void actions.remove() },
				]
			: []),
	];
	return (
		<div className="@container flex min-w-0 items-center">
			<div className="-ml-1 min-w-0 shrink">
				<Tabs
					label={t.folders.folders}
					tabs={q !== undefined ? [{ value: everywhere, label: t.folders.all }, ...tabs] : tabs}
					value={value ?? everywhere}
					onChange={(next) => show(next === everywhere ? undefined : next)}
				/>
			</div>
			<Menu
				align="end"
				trigger={
					<Button
						variant={chosen ? "secondary" : "ghost"}
						size="small"
						aria-label={chosen ? t.folders.folder(chosen.name) : t.folders.moreFolders}
					>
						<span className={cx("max-w-24 truncate @max-[440px]:max-w-16", !chosen && "@max-[440px]:hidden")}>
							{chosen?.name ?? t.folders.more}
						</span>
						<ChevronDown size={14} aria-hidden="true" className="@min-[440px]:-mr-1" />
					</Button>
				}
				entries={[
					{ type: "radio", label: t.folders.moreFolders, value: value ?? "", onChange: show, options },
					...(acts.length > 0 ? [{ type: "separator" } as const, ...acts] : []),
				]}
			/>
		</div>
	);
}
