import {
	Archive,
	ArchiveRestore,
	EllipsisVertical,
	FolderInput,
	Mail,
	MailOpen,
	ShieldAlert,
	Star,
	StarOff,
	Tag,
	Trash2,
	X,
} from "lucide-react";
import type { ReactNode } from "react";
import type { ConversationAction } from "#web/lib/inbox-extension.ts";
import { isEmpty, type Selection, selectedAtTop } from "#web/lib/selection.ts";
import { IconButton } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Menu, type MenuEntry } from "#web/ui/menu.tsx";
import type { MailList } from "../list-model.ts";
import type { Action, EmailItem } from "../mail.ts";
import { selectedIn } from "../rows.ts";
import { describeSelected } from "../selected-text.ts";
import { t } from "../text.ts";

interface BulkBarProps {
	list: MailList;
	selection: Selection;
	/** The folder's role; undefined where several are shown. */
	folder: EmailItem["folder"] | undefined;
	hasLabels: boolean;
	/** Actions of other tools. */
	extras: readonly ConversationAction[];
	onExtra: (action: ConversationAction) => void;
	onAct: (action: Action) => void;
	onMove: () => void;
	onLabel: () => void;
	onLoaded: (all: boolean) => void;
	onClear: () => void;
}

/** Actions for the selected messages. It replaces the folder tabs, so that the layout does not shift. */
export function BulkBar(props: BulkBarProps) {
	const { list, selection, folder, hasLabels, onAct } = props;
	const loaded = list.items.length;
	const chosen = selectedIn(list.items, list.total, selection);
	const isAll = selection.mode === "all" || selection.ids.size >= loaded;
	const filed = folder === "trash" || folder === "spam" || folder === "archive";
	const inTrash = folder === "trash";
	const more: MenuEntry[] = [
		...props.extras.map((action) => ({
			label: action.label,
			icon: action.icon,
			...(action.keys !== undefined && { keys: action.keys }),
			onSelect: () => props.onExtra(action),
		})),
		{ label: t.list.markAsUnread, icon: Mail, onSelect: () => onAct({ type: "mark_read", value: false }) },
		{ label: t.list.star, icon: Star, onSelect: () => onAct({ type: "star", value: true }) },
		{ label: t.list.removeStar, icon: StarOff, onSelect: () => onAct({ type: "star", value: false }) },
		...(hasLabels ? [{ label: t.list.labels, icon: Tag, keys: "l", onSelect: props.onLabel }] : []),
		...(folder === "spam"
			? []
			: [{ label: t.list.moveToSpam, icon: ShieldAlert, onSelect: () => onAct({ type: "spam" }) }]),
		...(inTrash || folder === undefined || folder === "spam"
			? [{ label: t.list.deletePermanently, icon: Trash2, danger: true, onSelect: () => onAct({ type: "delete" }) }]
			: []),
	];
	return (
		<div role="toolbar" aria-label={t.list.selectedEmails} className="flex h-10 items-center gap-0.5">
			<span className="flex items-center gap-2.5 pr-2">
				<Checkbox
					label={t.list.selectAllLoaded}
					checked={!isEmpty(selection) && isAll}
					mixed={!isEmpty(selection) && !isAll}
					onChange={(all) => props.onLoaded(all)}
				/>
				<span className="text-13 font-semibold whitespace-nowrap tabular-nums">
					<span className="max-sm:hidden">{describeSelected(chosen)}</span>
					<span className="sm:hidden">{t.list.selected(chosen.count)}</span>
				</span>
			</span>
			<span className="flex-1" />
			{filed && <IconButton icon={ArchiveRestore} label={t.list.restore} onClick={() => onAct({ type: "restore" })} />}
			{!filed && (
				<IconButton icon={Archive} label={t.list.archive} keys="e" onClick={() => onAct({ type: "archive" })} />
			)}
			{props.extras
				.filter(({ isPrimary }) => isPrimary)
				.map((action) => (
					<span key={action.id} className="contents max-sm:hidden">
						<IconButton
							icon={action.icon}
							label={action.label}
							keys={action.keys}
							onClick={() => props.onExtra(action)}
						/>
					</span>
				))}
			<IconButton
				icon={Trash2}
				label={inTrash ? t.list.deletePermanently : t.list.delete}
				keys="#"
				onClick={() => onAct({ type: inTrash ? "delete" : "trash" })}
			/>
			<IconButton
				icon={MailOpen}
				label={t.list.markAsRead}
				keys="shift+i"
				onClick={() => onAct({ type: "mark_read", value: true })}
			/>
			<IconButton icon={FolderInput} label={t.list.moveTo} keys="v" onClick={props.onMove} />
			<Menu
				align="end"
				trigger={<IconButton icon={EllipsisVertical} label={t.list.moreActionsSelectedEmails} tooltip={false} />}
				entries={more}
			/>
			<IconButton icon={X} label={t.list.clearSelection} onClick={props.onClear} />
		</div>
	);
}

/** More rows than anybody selects one by one from the top; half of the first page. */
const MANY = 25;

interface EverythingLineProps {
	list: MailList;
	selection: Selection;
	/** Description of the whole set: "match this search", "are in Inbox". */
	scope: string;
	/** Undefined where selecting all matches is not possible. */
	onEverything: (() => void) | undefined;
	onClear: () => void;
}

/** Offers to extend the selection from the first rows, when all or many are selected, to all matches. */
export function EverythingLine({ list, selection, scope, onEverything, onClear }: EverythingLineProps) {
	if (selection.mode === "all")
		return (
			<Line>
				{t.list.allSelected(list.total, list.totalIsExact, scope)}
				<LineButton onClick={onClear}>{t.list.clearSelection}</LineButton>
			</Line>
		);
	// Not compared with what is loaded: the next page may arrive right after all rows were selected.
	const rows = selectedAtTop(
		selection,
		list.items.map(({ id }) => id),
	);
	const { unit, count, emails } = selectedIn(list.items, list.total, selection);
	if (!onEverything || rows < Math.min(MANY, list.items.length) || list.nextCursor === null) return null;
	return (
		<Line>
			{unit === "emails" ? t.list.firstSelected(emails) : t.list.firstConversationsSelected(count, emails)}
			<LineButton onClick={onEverything}>{t.list.selectAll(list.total, list.totalIsExact, scope)}</LineButton>
		</Line>
	);
}

function Line({ children }: { children: ReactNode }) {
	return (
		<p
			role="status"
			className="flex flex-wrap items-center justify-center gap-x-3 border-b border-line bg-sunken px-4 py-1.5 text-13 text-ink-2"
		>
			{children}
		</p>
	);
}

function LineButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
	return (
		<button type="button" onClick={onClick} className="rounded-1 font-semibold text-accent hover:underline">
			{children}
		</button>
	);
}
