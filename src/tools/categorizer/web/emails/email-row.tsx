import { Link } from "@tanstack/react-router";
import { ExternalLink, FolderInput, Info } from "lucide-react";
import { memo, type ReactNode } from "react";
import { formatFullTime, formatMailTime } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { IconButton } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { cx } from "#web/ui/cx.ts";
import { Menu } from "#web/ui/menu.tsx";
import type { CategorizedEmail } from "../../contract.ts";
import { categoryInfo } from "../categories.ts";
import { emailMoves, type Moves } from "../corrections/moves.ts";

/** Pixels; every row has exactly this height. */
export const rowHeight = 106;

interface EmailRowProps {
	item: CategorizedEmail;
	selected: boolean;
	/** Its controls are reachable with Tab. */
	active: boolean;
	/** Mailbox name, where several are shown. */
	account: string | undefined;
	/** @param shift selects the range from the anchor to it */
	onToggle: (item: CategorizedEmail, shift: boolean) => void;
	moves: Moves;
}

/** One message: its category, and why. The row around it handles clicks and keys. */
export const EmailRow = memo(function EmailRow({ item, selected, active, account, onToggle, moves }: EmailRowProps) {
	const { name, tone } = categoryInfo(item.category);
	const unread = !item.isRead;
	const tabIndex = active ? 0 : -1;
	const subject = item.subject || "(No subject)";
	return (
		<div
			className={cx(
				"flex h-full gap-3 border-b border-line px-4 py-2.5 transition-colors",
				"group-focus-visible/row:shadow-[inset_0_0_0_2px_var(--accent)]",
				selected ? "bg-selected" : "group-hover/row:bg-paper",
			)}
		>
			<Cell className="pt-0.5">
				<Checkbox
					checked={selected}
					tabIndex={tabIndex}
					label={`Select ${subject}`}
					onChange={(_, shift) => onToggle(item, shift)}
				/>
			</Cell>
			<Cell className="flex min-w-0 flex-1 flex-col gap-0.5">
				<div className="flex h-5 items-center gap-2">
					<span className={cx("min-w-0 truncate text-14", unread ? "font-semibold" : "text-ink-2")}>
						{unread && <span className="sr-only">Unread. </span>}
						{item.senderName || item.senderEmail || "Unknown sender"}
					</span>
					{item.senderName !== "" && (
						<span className="min-w-0 truncate font-mono text-12 text-ink-3 max-md:hidden">{item.senderEmail}</span>
					)}
					<span className="ml-auto flex shrink-0 items-center gap-2 pl-2 text-12 text-ink-3">
						{account && <span className="max-w-40 truncate max-sm:hidden">{account}</span>}
						<Badge tone={tone}>{name}</Badge>
						<time dateTime={item.receivedAt} title={formatFullTime(item.receivedAt)} className="tabular-nums">
							{formatMailTime(item.receivedAt)}
						</time>
					</span>
				</div>
				<Link
					to={"/inbox/{-$emailId}" as never}
					params={{ emailId: item.id } as never}
					search={{ account: item.accountId } as never}
					tabIndex={tabIndex}
					dir="auto"
					className={cx("block h-5 min-w-0 truncate text-left text-14 hover:underline", unread && "font-semibold")}
				>
					{subject}
				</Link>
				<p dir="auto" className="h-[18px] truncate text-left text-13 text-ink-3">
					{item.preview}
				</p>
				<p className="flex h-[18px] items-center gap-1.5 text-12 text-ink-2">
					<Info aria-hidden="true" size={13} className="shrink-0 text-ink-3" />
					<span className="truncate" title={item.categoryWhy}>
						<span className="sr-only">Why it is there: </span>
						{item.categoryWhy}
					</span>
				</p>
			</Cell>
			<Cell className="-mr-1.5 flex shrink-0 items-center gap-0.5 max-sm:flex-col max-sm:justify-center">
				{item.reviewUrl !== null && (
					<a
						href={item.reviewUrl}
						target="_blank"
						rel="noreferrer"
						tabIndex={tabIndex}
						aria-label={`Open ${subject} in Gmail`}
						title="Open in Gmail"
						className="inline-flex size-8 items-center justify-center rounded-2 text-ink-2 transition-colors hover:bg-sunken hover:text-ink"
					>
						<ExternalLink aria-hidden="true" size={17} />
					</a>
				)}
				<Menu
					align="end"
					trigger={
						<IconButton
							icon={FolderInput}
							label={`Move ${subject} to another category`}
							title="Move to another category"
							tooltip={false}
							tabIndex={tabIndex}
						/>
					}
					entries={emailMoves(item, moves)}
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
