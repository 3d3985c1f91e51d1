import {
	Archive,
	ArchiveRestore,
	EllipsisVertical,
	FolderInput,
	MailOpen,
	ShieldAlert,
	Tag,
	Trash2,
	X,
} from "lucide-react";
import type { ReactNode } from "react";
import type { MailCursor } from "#web/lib/mail-list/list-cursor.ts";
import { isEmpty, selectedAtTop } from "#web/lib/mail-list/selection.ts";
import type { ConversationAction } from "#web/lib/screens/inbox-extension.ts";
import { IconButton } from "#web/ui/button/button.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { Menu, type MenuEntry } from "#web/ui/overlay/menu.tsx";
import type { MailList } from "../../base/list-model.ts";
import type { Action, EmailItem } from "../../base/mail.ts";
import { selectedIn } from "../../base/rows.ts";
import { describeSelected } from "../../base/selected-text.ts";
import { t } from "../../base/text.ts";
import { flagEntries } from "../../changes/flag-actions.ts";
import type { MessageActions } from "./use-message-actions.ts";

interface BulkBarProps {
	list: MailList;
	cursor: MailCursor;
	actions: MessageActions;
	/** The folder's role; undefined where it has none, or several are shown. */
	folder: EmailItem["folder"] | undefined;
	hasLabels: boolean;
}

/** Actions for the selected messages. It replaces the folder tabs, so that the layout does not shift. */
export function BulkBar({ list, cursor, actions, folder, hasLabels }: BulkBarProps) {
	const { selection } = cursor;
	const extras = actions.extrasFor(actions.targets());
	const onExtra = (action: ConversationAction) => void actions.runExtra(action);
	const onAct = (action: Action) => void actions.act(action);
	const openLabels = () => actions.openDialog("label");
	const loaded = list.items.length;
	const chosen = selectedIn(list.items, list.total, selection);
	const isAll = selection.mode === "all" || selection.ids.size >= loaded;
	const filed = folder === "trash" || folder === "spam" || folder === "archive";
	const inTrash = folder === "trash";
	const more: MenuEntry[] = [
		...extras.map((action) => ({
			label: action.label,
			icon: action.icon,
			...(action.keys !== undefined && { keys: action.keys }),
			onSelect: () => onExtra(action),
		})),
		...flagEntries(onAct),
		...(hasLabels ? [{ label: t.list.labels, icon: Tag, keys: "l", onSelect: openLabels }] : []),
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
					onChange={(all) => cursor.selectLoaded(all)}
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
			{extras
				.filter(({ isPrimary }) => isPrimary)
				.map((action) => (
					<span key={action.id} className="contents max-sm:hidden">
						<IconButton icon={action.icon} label={action.label} keys={action.keys} onClick={() => onExtra(action)} />
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
			<IconButton icon={FolderInput} label={t.list.moveTo} keys="v" onClick={() => actions.openDialog("move")} />
			<Menu
				align="end"
				trigger={<IconButton icon={EllipsisVertical} label={t.list.moreActionsSelectedEmails} tooltip={false} />}
				entries={more}
			/>
			<IconButton icon={X} label={t.list.clearSelection} onClick={cursor.clear} />
		</div>
	);
}

/** More rows than anybody selects one by one from the top; half of the first page. */
const MANY = 25;

interface EverythingLineProps {
	list: MailList;
	cursor: MailCursor;
	/** Description of the whole set: "that match this search", "in Inbox". */
	scope: string;
	/** The server can select everything. */
	canSelectAll: boolean;
}

/** Offers to extend the selection from the first rows, when all or many are selected, to all matches. */
export function EverythingLine({ list, cursor, scope, canSelectAll }: EverythingLineProps) {
	const { selection } = cursor;
	if (selection.mode === "all")
		return (
			<Line>
				{t.list.allSelected(list.total, list.totalIsExact, scope)}
				<LineButton onClick={cursor.clear}>{t.list.clearSelection}</LineButton>
			</Line>
		);
	// Not compared with what is loaded: the next page may arrive right after all rows were selected.
	const rows = selectedAtTop(
		selection,
		list.items.map(({ id }) => id),
	);
	const { unit, count, emails } = selectedIn(list.items, list.total, selection);
	if (!canSelectAll || rows < Math.min(MANY, list.items.length) || list.nextCursor === null) return null;
	return (
		<Line>
			{unit === "emails" ? t.list.firstSelected(emails) : t.list.firstConversationsSelected(count, emails)}
			<LineButton onClick={cursor.selectEverything}>
				{t.list.selectAll(list.total, list.totalIsExact, scope)}
			</LineButton>
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
