import { Mail, MailOpen, Paperclip, Star, Trash2 } from "lucide-react";
import { memo, type ReactNode } from "react";
import { formatFullTime, formatMailTime } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { IconButton } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { cx } from "#web/ui/cx.ts";
import { correspondent, type EmailItem, labelName } from "../mail.ts";

/** Pixels; every card has exactly this height. */
export const cardHeight = 84;

const categories = {
	promotions: "Promotions",
	social: "Social",
	updates: "Updates",
	forums: "Forums",
	primary: null,
} as const;

interface EmailCardProps {
	item: EmailItem;
	selected: boolean;
	/** It is open in the reading pane. */
	open: boolean;
	/** Its controls are reachable with Tab. */
	active: boolean;
	/** Something is selected, so every row shows its checkbox. */
	selecting: boolean;
	/** Mailbox name, where several are shown. */
	account: string | undefined;
	/** Folder name, where several are shown. */
	folder: string | undefined;
	actions: CardActions;
}

/** Callbacks of a card's controls. */
export interface CardActions {
	/** @param shift selects the range from the anchor to it */
	toggle: (item: EmailItem, shift: boolean) => void;
	read: (item: EmailItem) => void;
	star: (item: EmailItem) => void;
	remove: (item: EmailItem) => void;
}

/** One message in the list. The row around it handles clicks and keys. */
export const EmailCard = memo(function EmailCard(props: EmailCardProps) {
	const { item, selected, open, active, selecting, account, folder, actions } = props;
	const unread = !item.isRead;
	const category = item.category && categories[item.category];
	const tabIndex = active ? 0 : -1;
	return (
		<div
			className={cx(
				"flex h-full border-b border-line pr-4 transition-colors",
				"group-focus-visible/row:shadow-[inset_0_0_0_2px_var(--accent)]",
				open ? "border-l-3 border-l-accent bg-selected" : "border-l-3 border-l-transparent",
				!open && (selected ? "bg-selected" : "group-hover/row:bg-paper"),
			)}
		>
			<Cell className="relative flex w-7 shrink-0 justify-center pt-[14px]">
				{unread && (
					<span
						aria-hidden="true"
						className={cx(
							"absolute top-[18px] size-2 rounded-full bg-accent group-hover/row:hidden group-focus-within/row:hidden",
							(selecting || selected) && "hidden",
						)}
					/>
				)}
				<span
					className={cx(
						!selecting && !selected && "opacity-0 group-hover/row:opacity-100 group-focus-within/row:opacity-100",
					)}
				>
					<Checkbox
						checked={selected}
						tabIndex={tabIndex}
						label={`Select ${item.subject || "(No subject)"}`}
						onChange={(_, shift) => actions.toggle(item, shift)}
					/>
				</span>
			</Cell>
			<Cell className="flex min-w-0 flex-1 flex-col justify-center pl-1">
				<div className="flex h-5 items-center gap-2">
					<span className={cx("min-w-0 truncate text-14", unread ? "font-semibold text-ink" : "text-ink-2")}>
						{unread && <span className="sr-only">Unread. </span>}
						{correspondent(item)}
					</span>
					<span className="ml-auto flex shrink-0 items-center gap-1.5 pl-2 text-12 text-ink-3">
						{account && <span className="max-w-28 truncate">{account}</span>}
						{item.hasAttachments && <Paperclip size={14} aria-label="Has attachments" />}
						<time dateTime={item.receivedAt} title={formatFullTime(item.receivedAt)} className="tabular-nums">
							{formatMailTime(item.receivedAt)}
						</time>
					</span>
				</div>
				<div className="mt-0.5 flex h-5 items-center gap-1.5">
					<span dir="auto" className={cx("min-w-0 truncate text-14", unread && "font-semibold")}>
						{item.subject || "(No subject)"}
					</span>
					<span className="flex shrink-0 gap-1">
						{item.isImportant && <Badge tone="green">Important</Badge>}
						{folder && <Badge tone="blue">{folder}</Badge>}
						{category && <Badge>{category}</Badge>}
						{item.labels.slice(0, 2).map((label) => (
							<Badge key={label}>
								<span className="max-w-36 truncate">{labelName(label)}</span>
							</Badge>
						))}
					</span>
				</div>
				{/* On hover the controls appear at the end of this line: the text is shortened to make room. */}
				<div className="mt-0.5 flex h-[18px] items-center gap-2 pointer-fine:group-hover/row:pr-20 pointer-fine:group-focus-within/row:pr-20">
					<span dir="auto" className="min-w-0 flex-1 truncate text-left text-13 text-ink-3">
						{item.aiSummaryShort || item.preview}
					</span>
					{item.isStarred && (
						<Star
							size={14}
							fill="currentColor"
							aria-label="Starred"
							className="shrink-0 text-amber pointer-fine:group-hover/row:hidden pointer-fine:group-focus-within/row:hidden"
						/>
					)}
				</div>
			</Cell>
			<Cell
				className={cx(
					"absolute right-2 bottom-1.5 flex rounded-2 opacity-0 transition-opacity pointer-coarse:hidden",
					"group-hover/row:opacity-100 group-focus-within/row:opacity-100",
					open || selected ? "bg-selected" : "bg-paper",
				)}
			>
				<IconButton
					size="small"
					icon={unread ? MailOpen : Mail}
					label={unread ? "Read" : "Unread"}
					title={unread ? "Mark as read" : "Mark as unread"}
					tooltip={false}
					tabIndex={tabIndex}
					onClick={() => actions.read(item)}
				/>
				<IconButton
					size="small"
					icon={Star}
					label="Star"
					title={item.isStarred ? "Remove star" : "Star"}
					tooltip={false}
					pressed={item.isStarred}
					filled={item.isStarred}
					tabIndex={tabIndex}
					onClick={() => actions.star(item)}
				/>
				<IconButton
					size="small"
					icon={Trash2}
					label="Delete"
					title="Delete"
					tooltip={false}
					tabIndex={tabIndex}
					onClick={() => actions.remove(item)}
				/>
			</Cell>
		</div>
	);
});

/** A cell of the grid that the list is. Table elements cannot be positioned row by row, as a virtual list needs. */
function Cell({ className, children }: { className: string; children: ReactNode }) {
	return (
		// biome-ignore lint/a11y/useSemanticElements: see above
		// biome-ignore lint/a11y/useFocusableInteractive: the row has the focus, its controls are reached with Tab
		<div role="gridcell" className={className}>
			{children}
		</div>
	);
}
