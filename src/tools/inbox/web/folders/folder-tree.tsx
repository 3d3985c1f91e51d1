import { useLocation, useSearch } from "@tanstack/react-router";
import { Archive, ChevronRight, Folder as FolderIcon, type LucideIcon, Send, ShieldAlert, Trash2 } from "lucide-react";
import { useState } from "react";
import { deviceStorage } from "#web/lib/base/device-storage.ts";
import { formatNumber } from "#web/lib/base/format.ts";
import { dropTarget } from "#web/lib/mail-list/drag.ts";
import { type Account, useSelection } from "#web/lib/mailbox/accounts.ts";
import { roleNames } from "#web/lib/mailbox/folder-names.ts";
import { useRailNavigation } from "#web/lib/screens/rail-navigation.ts";
import { cx } from "#web/ui/base/cx.ts";
import { PathLink } from "#web/ui/base/path-link.tsx";
import { t } from "../base/text.ts";
import { SearchLinks } from "../searches/search-links.tsx";
import { dropOn, useDropTargets } from "./folder-drop.ts";
import { type DropFolder, findFolder } from "./folder-names.ts";
import { type FolderNode, folderTree, listedRoles, unreadIn } from "./tree.ts";
import { useFolders } from "./use-folders.ts";

const icons: Record<(typeof listedRoles)[number], LucideIcon> = {
	sent: Send,
	archive: Archive,
	spam: ShieldAlert,
	trash: Trash2,
};

/** Stored in this browser: folders whose children are hidden. */
const closedKey = "closedFolders";

/** The folders of the selected mailbox, or of all, in the rail; emails can be dropped on them. */
export default function FolderTree() {
	const { account, accounts = [] } = useSelection();
	const mailboxes = account ? [account] : accounts;
	const { folders, isComplete } = useFolders(mailboxes);
	const targets = useDropTargets();
	const [closed, setClosed] = useState(readClosed);
	const toggle = (key: string) => {
		const next = new Set(closed);
		if (!next.delete(key)) next.add(key);
		deviceStorage.setItem(closedKey, JSON.stringify([...next]));
		setClosed(next);
	};
	if (folders.length === 0) return <SearchLinks />;
	const groups = mailboxes
		.map((mailbox) => ({ mailbox, nodes: folderTree(folders.filter(({ accountId }) => accountId === mailbox.id)) }))
		.filter(({ nodes }) => nodes.length > 0);
	return (
		<>
			<ul aria-label={t.tree.standard}>
				{listedRoles.map((role) => {
					const choice = findFolder(folders, role);
					if (choice === null || (choice.total === 0 && role === "archive")) return null;
					return (
						<li key={role}>
							<FolderLink
								value={role}
								name={roleNames[role]}
								icon={icons[role]}
								count={isComplete ? choice.unread : 0}
								drop={targets?.get(role)}
							/>
						</li>
					);
				})}
			</ul>
			{groups.map(({ mailbox, nodes }) => (
				<FolderGroup
					key={mailbox.id}
					mailbox={groups.length > 1 ? mailbox : null}
					nodes={nodes}
					closed={closed}
					onToggle={toggle}
					targets={targets}
				/>
			))}
			<SearchLinks />
		</>
	);
}

interface NodesProps {
	nodes: readonly FolderNode[];
	closed: ReadonlySet<string>;
	onToggle: (key: string) => void;
	targets: ReadonlyMap<string, DropFolder> | null;
}

/** @param props.mailbox named where several have folders */
function FolderGroup({ mailbox, ...nodes }: NodesProps & { mailbox: Account | null }) {
	const title = mailbox?.name ?? t.tree.folders;
	return (
		<section aria-label={title} className="pt-2">
			<h3 className="truncate px-2 pb-0.5 text-12 font-semibold text-ink-3">{title}</h3>
			<Nodes {...nodes} depth={0} />
		</section>
	);
}

function Nodes({ nodes, depth, ...rest }: NodesProps & { depth: number }) {
	const { closed, onToggle, targets } = rest;
	return (
		<ul>
			{nodes.map((node) => {
				const { key, name, folder, children } = node;
				const isClosed = closed.has(key);
				return (
					<li key={key}>
						<FolderLink
							value={folder?.id}
							name={name}
							icon={FolderIcon}
							count={isClosed ? unreadIn(node) : (folder?.unread ?? 0)}
							depth={depth}
							drop={folder && targets?.get(folder.id)}
							toggle={children.length > 0 ? { isClosed, onToggle: () => onToggle(key) } : undefined}
						/>
						{children.length > 0 && !isClosed && <Nodes {...rest} nodes={children} depth={depth + 1} />}
					</li>
				);
			})}
		</ul>
	);
}

interface FolderLinkProps {
	/** As in the address; undefined: a level without a folder. */
	value: string | undefined;
	name: string;
	icon: LucideIcon;
	count: number;
	depth?: number;
	/** What dropping emails does; undefined: nothing can be dropped. */
	drop: DropFolder | undefined;
	toggle?: { isClosed: boolean; onToggle: () => void } | undefined;
}

const rowClass = "group flex h-[30px] items-center rounded-2 pr-2 text-14 text-ink-2 transition-colors max-lg:h-11";

function FolderLink({ value, name, icon: Icon, count, depth = 0, drop, toggle }: FolderLinkProps) {
	const onNavigate = useRailNavigation();
	const { pathname } = useLocation();
	const { folder } = useSearch({ strict: false }) as { folder?: string };
	const isCurrent = value !== undefined && folder === value && pathname.startsWith("/inbox");
	const indent = { paddingLeft: 8 + depth * 14 };
	const content = (
		<>
			<Icon aria-hidden="true" size={16} className="pointer-events-none mr-2.5 shrink-0" />
			<span className="pointer-events-none min-w-0 flex-1 truncate">{name}</span>
			{count > 0 && (
				<span className="pointer-events-none text-12 text-ink-3 tabular-nums">
					{formatNumber(count)}
					<span className="sr-only"> {t.folders.unread}</span>
				</span>
			)}
		</>
	);
	return (
		<div className="relative">
			{value === undefined ? (
				<span style={indent} className={rowClass}>
					{content}
				</span>
			) : (
				<PathLink
					to="/inbox"
					search={{ folder: value }}
					onClick={onNavigate}
					aria-current={isCurrent ? "true" : undefined}
					style={indent}
					{...(drop && dropTarget((mail) => dropOn(drop, mail)))}
					className={cx(
						rowClass,
						"hover:text-ink data-over:bg-accent-soft data-over:font-semibold data-over:text-accent",
						isCurrent && "bg-accent-soft font-semibold text-ink",
						drop && "outline-1 -outline-offset-1 outline-line-strong outline-dashed",
					)}
				>
					{content}
				</PathLink>
			)}
			{toggle && (
				<button
					type="button"
					aria-expanded={!toggle.isClosed}
					aria-label={t.tree.subfoldersOf(name)}
					onClick={toggle.onToggle}
					style={{ left: depth * 14 - 8 }}
					className="absolute top-1/2 flex size-6 -translate-y-1/2 items-center justify-center text-ink-3 hover:text-ink"
				>
					<ChevronRight aria-hidden="true" size={12} className={cx(!toggle.isClosed && "rotate-90")} />
				</button>
			)}
		</div>
	);
}

function readClosed(): ReadonlySet<string> {
	try {
		const stored: unknown = JSON.parse(deviceStorage.getItem(closedKey) ?? "[]");
		return new Set(Array.isArray(stored) ? stored.filter((key) => typeof key === "string") : []);
	} catch {
		return new Set();
	}
}
