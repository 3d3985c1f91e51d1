import { useQueryClient } from "@tanstack/react-query";
import {
	Archive,
	ArchiveRestore,
	ArrowLeft,
	Bookmark,
	BookmarkX,
	EllipsisVertical,
	FolderInput,
	type LucideIcon,
	Mail,
	MailOpen,
	ShieldAlert,
	Star,
	Tag,
	Trash2,
} from "lucide-react";
import { useEffect, useRef } from "react";
import { limitMarks } from "#web/lib/mail-html/plain-text.ts";
import type { MailMark } from "#web/lib/screens/inbox-extension.ts";
import { usePageTitle } from "#web/lib/screens/page-title.ts";
import { Badge } from "#web/ui/base/badge.tsx";
import { Button, IconButton } from "#web/ui/button/button.tsx";
import { Menu, type MenuEntry } from "#web/ui/overlay/menu.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { useAiDialogs } from "../ai/use-ai-dialogs.tsx";
import { type EmailItem, labelsToShow } from "../base/mail.ts";
import { MarkBadge } from "../base/mark-badge.tsx";
import { t } from "../base/reader-text.ts";
import type { TaskActions, ToolAction } from "../base/tool-action.ts";
import { pendingChanges } from "../changes/pending-store.ts";
import { useChanges } from "../changes/use-changes.ts";
import { Conversation } from "./conversation.tsx";
import { ReplyButtons } from "./reply-buttons.tsx";
import { useSenderActions } from "./sender-actions.ts";

export interface PaneActions {
	back: () => void;
	toggleRead: () => void;
	toggleStar: () => void;
	archive: () => void;
	remove: () => void;
	restore: () => void;
	spam: () => void;
	toggleImportant: () => void;
	move: () => void;
	/** Undefined where the mailbox has no labels. */
	label: (() => void) | undefined;
	/** Actions of other tools. */
	extras: readonly ToolAction[];
	taskActions: TaskActions;
}

interface ReadingPaneProps {
	item: EmailItem;
	/** Whether its flags are up to date. */
	isSettled: boolean;
	own: ReadonlySet<string>;
	/** Shown next to the list; otherwise a separate page with a back button. */
	isSplit: boolean;
	/** Opening it cannot mark it as read. */
	readOnly: boolean;
	actions: PaneActions;
	/** What a tool says about it. */
	mark: MailMark | undefined;
}

/** The open message with its toolbar. */
export default function ReadingPane({ item, isSettled, own, isSplit, readOnly, actions, mark }: ReadingPaneProps) {
	const subject = limitMarks(item.subject) || t.message.noSubject;
	usePageTitle(subject);
	const seen = useRef<string | null>(null);
	const scroller = useRef<HTMLDivElement>(null);
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => {
		if (seen.current === item.id) return;
		seen.current = item.id;
		scroller.current?.scrollTo(0, 0);
		// As a separate page it focuses the heading; next to the list, the focus stays in the list.
		if (!isSplit) heading.current?.focus({ preventScroll: true });
	}, [item, isSplit]);
	useMarkRead(item, { isSettled, readOnly });
	const Heading = isSplit ? "h2" : "h1";
	return (
		<section aria-label={t.message.message} className="flex min-h-0 min-w-0 flex-1 flex-col">
			<Toolbar item={item} isSplit={isSplit} actions={actions} />
			<div ref={scroller} className="min-h-0 flex-1 overflow-y-auto px-4 pt-5 pb-12 md:px-6">
				<div className="mx-auto flex max-w-[860px] flex-col gap-5 xl:mx-0">
					<div className="flex flex-wrap items-center gap-x-3 gap-y-1">
						<Heading
							ref={heading}
							tabIndex={-1}
							dir="auto"
							className="min-w-0 font-display text-28 font-medium tracking-[-0.01em] wrap-anywhere"
						>
							{subject}
						</Heading>
						{mark && <MarkBadge mark={mark} />}
						{item.isImportant && <Badge tone="green">{t.message.important}</Badge>}
						{labelsToShow(item).map((label) => (
							<Badge key={label}>{label}</Badge>
						))}
					</div>
					{mark?.note !== undefined && (
						<Notice tone={mark.tone === "amber" ? "amber" : "blue"}>{t.message.reminder(mark.note)}</Notice>
					)}
					<Conversation key={item.id} item={item} own={own} readOnly={readOnly} />
				</div>
			</div>
		</section>
	);
}

/** Marks it as read, once per opening, so that "Unread" lasts while the message stays open. */
function useMarkRead(item: EmailItem, { isSettled, readOnly }: Pick<ReadingPaneProps, "isSettled" | "readOnly">): void {
	const changes = useChanges();
	const client = useQueryClient();
	const decided = useRef<string | null>(null);
	useEffect(() => {
		// A snoozed message that returns is unread again, which a copy from before does not know yet.
		if (decided.current === item.id || (item.isRead && !isSettled)) return;
		decided.current = item.id;
		const isChanging = pendingChanges(client).some(({ ids }) => ids.has(item.id));
		if (!item.isRead && !readOnly && !isChanging)
			void changes.apply({ type: "mark_read", value: true }, [item], { quiet: true, source: "reading" });
	}, [item, isSettled, readOnly, changes, client]);
}

function Toolbar(props: Pick<ReadingPaneProps, "item" | "isSplit" | "actions">) {
	const { item, isSplit, actions } = props;
	const sender = useSenderActions(item);
	const ai = useAiDialogs(item, actions.taskActions);
	const filed = item.folder === "trash" || item.folder === "spam" || item.folder === "archive";
	const more: MenuEntry[] = [
		...actions.extras.map(({ action, run }) => ({
			label: action.label,
			icon: action.icon,
			...(action.keys !== undefined && { keys: action.keys }),
			onSelect: run,
		})),
		{ label: t.message.moveTo, icon: FolderInput, onSelect: actions.move, keys: "v" },
		...(actions.label ? [{ label: t.message.labels, icon: Tag, onSelect: actions.label, keys: "l" }] : []),
		{
			label: item.isImportant ? t.message.markNotImportant : t.message.markAsImportant,
			icon: item.isImportant ? BookmarkX : Bookmark,
			onSelect: actions.toggleImportant,
		},
		// On a phone there is no room for their buttons.
		...ai.actions,
		...[...sender.buttons, ...sender.menu].map(({ label, icon, run }) => ({ label, icon, onSelect: run })),
		...(item.folder === "spam" ? [] : [{ label: t.message.moveToSpam, icon: ShieldAlert, onSelect: actions.spam }]),
	];
	return (
		<div
			role="toolbar"
			aria-label={t.message.messageActions}
			className="@container flex h-12 shrink-0 items-center gap-1 border-b border-line px-2 md:px-4"
		>
			{!isSplit && <IconButton icon={ArrowLeft} label={t.message.backToList} keys="u" onClick={actions.back} />}
			<Tool
				icon={item.isRead ? Mail : MailOpen}
				label={item.isRead ? t.message.unread : t.message.read}
				onClick={actions.toggleRead}
			/>
			<Tool icon={Star} label={t.message.star} pressed={item.isStarred} onClick={actions.toggleStar} />
			{filed ? (
				<Tool
					icon={ArchiveRestore}
					label={item.folder === "spam" ? t.message.notSpam : t.message.restore}
					onClick={actions.restore}
				/>
			) : (
				<Tool icon={Archive} label={t.message.archive} onClick={actions.archive} />
			)}
			<Tool icon={Trash2} label={t.message.delete} onClick={actions.remove} />
			<span className="contents @max-[480px]:hidden">
				{actions.extras
					.filter(({ action }) => action.isPrimary)
					.map(({ action, run }) => (
						<Tool key={action.id} icon={action.icon} label={action.label} onClick={run} />
					))}
				{sender.buttons.map(({ id, label, icon, run }) => (
					<Tool key={id} icon={icon} label={label} onClick={run} />
				))}
			</span>
			<span className="flex-1" />
			<span className="contents @max-[480px]:hidden">
				{ai.actions.map(({ label, icon, onSelect }) => (
					<IconButton key={label} icon={icon} label={label} onClick={onSelect} />
				))}
			</span>
			<ReplyButtons item={item} />
			<Menu
				align="end"
				trigger={<IconButton icon={EllipsisVertical} label={t.message.moreActions} tooltip={false} />}
				entries={more}
			/>
			{ai.dialog}
		</div>
	);
}

interface ToolProps {
	icon: LucideIcon;
	label: string;
	pressed?: boolean;
	onClick: () => void;
}

/** With a label where there is room, otherwise the icon alone. */
function Tool({ icon, label, pressed, onClick }: ToolProps) {
	return (
		<>
			<span className="contents @max-[760px]:hidden">
				<Button variant="ghost" icon={icon} filled={pressed} aria-pressed={pressed} onClick={onClick}>
					{label}
				</Button>
			</span>
			<span className="hidden @max-[760px]:contents">
				<IconButton icon={icon} label={label} pressed={pressed} filled={pressed} onClick={onClick} />
			</span>
		</>
	);
}
