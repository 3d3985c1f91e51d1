import { Bookmark, Paperclip, Star } from "lucide-react";
import { memo } from "react";
import { formatFullTime, formatListTime } from "#web/lib/base/format.ts";
import { snippetOf } from "#web/lib/base/snippet.ts";
import { Badge } from "#web/ui/base/badge.tsx";
import { cx } from "#web/ui/base/cx.ts";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { labelsToShow, peopleOf } from "../../base/mail.ts";
import { MarkBadge } from "../../base/mark-badge.tsx";
import { t as readerText } from "../../base/reader-text.ts";
import { summaryOf } from "../../base/rows.ts";
import { t } from "../../base/text.ts";
import { CategoryDot } from "./category-dot.tsx";
import { Count, type EmailCardProps } from "./email-card.tsx";
import { FoundIn } from "./found-in.tsx";
import { Highlighted } from "./highlight.tsx";
import { HoverActions, useHoverActions } from "./hover-actions.tsx";

/** The controls take its room, so that the subject keeps its own. */
const awayOnHover = "pointer-fine:group-hover/row:hidden";

/** One message or conversation on one line. */
export const EmailLine = memo(function EmailLine(props: EmailCardProps) {
	const { item, own, matches = null, account, mark, folder, selected, open, active } = props;
	const summary = summaryOf(item);
	const { isRead } = summary;
	const count = item.conversation?.count ?? 1;
	const snippet = item.aiSummaryShort || snippetOf(item);
	const hover = useHoverActions(active);
	return (
		<div
			onPointerEnter={() => hover.onHover(true)}
			onPointerLeave={() => hover.onHover(false)}
			className={cx(
				"relative flex h-full items-center border-b border-l-3 border-b-line pr-4 text-14 transition-colors group-last/row:border-b-0",
				"group-focus-visible/row:shadow-[inset_0_0_0_2px_var(--accent)]",
				open ? "border-l-accent" : "border-l-transparent",
				open || selected ? "bg-selected" : "group-hover/row:bg-paper",
			)}
		>
			<SelectCell {...props} isRead={isRead} />
			{/* biome-ignore lint/a11y/useSemanticElements: table elements cannot be positioned row by row */}
			{/* biome-ignore lint/a11y/useFocusableInteractive: the row has the focus */}
			<div role="gridcell" className="flex min-w-0 flex-1 items-center gap-2">
				<span className="flex w-[clamp(104px,24%,148px)] shrink-0 items-baseline gap-1.5">
					<span className={cx("min-w-0 truncate", isRead ? "text-ink-2" : "font-semibold")}>
						{!isRead && <span className="sr-only">{t.list.isUnread} </span>}
						{peopleOf(item, own)}
					</span>
					{count > 1 && <Count count={count} />}
				</span>
				<CategoryDot category={item.category} />
				{/* A second line is out of view: a preview that has no room for a word is not shown. The controls cover the time and
				what is next to it: its text is shortened to make room. */}
				<span className="flex h-5 min-w-0 flex-1 flex-wrap items-center gap-2 overflow-hidden pointer-fine:group-focus-within/row:mr-28 pointer-fine:group-hover/row:mr-28">
					<span className={cx("flex max-w-full items-center gap-2", item.foundIn && "w-full")}>
						<span dir="auto" className={cx("min-w-0 truncate", !isRead && "font-semibold")}>
							<Highlighted text={item.subject || readerText.message.noSubject} matches={matches} />
						</span>
						{mark && <MarkBadge mark={mark} />}
						{folder && <Badge tone="blue">{folder}</Badge>}
						{labelsToShow(item)
							.slice(0, 1)
							.map((label) => (
								<span key={label} className={cx("max-w-24 shrink-0 truncate text-12 text-ink-3", awayOnHover)}>
									{label}
								</span>
							))}
						{item.foundIn && <FoundIn files={item.foundIn} />}
					</span>
					{!item.foundIn && (
						<span dir="auto" className="min-w-0 flex-1 basis-14 truncate text-left text-13 text-ink-3">
							<Highlighted text={snippet} matches={matches} />
						</span>
					)}
				</span>
				{account && <span className={cx("max-w-24 shrink-0 truncate text-12 text-ink-3", awayOnHover)}>{account}</span>}
				<span className={cx("contents", awayOnHover)}>
					<Flags summary={summary} />
				</span>
				<time
					dateTime={item.receivedAt}
					title={hover.isShown ? formatFullTime(item.receivedAt) : undefined}
					className={cx(
						"w-[68px] shrink-0 text-right text-12 whitespace-nowrap tabular-nums",
						isRead ? "text-ink-3" : "font-semibold",
					)}
				>
					{formatListTime(item.receivedAt)}
				</time>
			</div>
			{hover.isShown && <HoverCell {...props} />}
		</div>
	);
});

/** The checkbox, or the mark of an unread message while nothing is selected. */
function SelectCell({ item, isRead, selected, active, selecting, actions }: EmailCardProps & { isRead: boolean }) {
	const showsCheckbox = selecting || selected;
	return (
		// biome-ignore lint/a11y/useSemanticElements: see above
		// biome-ignore lint/a11y/useFocusableInteractive: see above
		<div role="gridcell" className="relative flex w-7 shrink-0 items-center justify-center">
			{!isRead && !showsCheckbox && (
				<span
					aria-hidden="true"
					className="absolute size-1.5 rounded-full bg-accent group-hover/row:hidden group-focus-within/row:hidden"
				/>
			)}
			<span
				className={cx(!showsCheckbox && "opacity-0 group-hover/row:opacity-100 group-focus-within/row:opacity-100")}
			>
				<Checkbox
					checked={selected}
					tabIndex={active ? 0 : -1}
					label={t.list.select(item.subject || readerText.message.noSubject)}
					onChange={(_, shift) => actions.toggle(item, shift)}
				/>
			</span>
		</div>
	);
}

function Flags({ summary }: { summary: ReturnType<typeof summaryOf> }) {
	const { isImportant, isStarred, hasAttachments } = summary;
	return (
		<>
			{isImportant && <Bookmark size={14} role="img" aria-label={t.list.important} className="shrink-0 text-accent" />}
			{isStarred && <Star size={14} fill="currentColor" aria-label={t.list.starred} className="shrink-0 text-amber" />}
			{hasAttachments && (
				<Paperclip
					size={14}
					role="img"
					aria-label={readerText.message.hasAttachments}
					className="shrink-0 text-ink-3"
				/>
			)}
		</>
	);
}

/** The row's controls, over its end. */
function HoverCell({ item, open, selected, active, actions }: EmailCardProps) {
	return (
		// biome-ignore lint/a11y/useSemanticElements: see above
		// biome-ignore lint/a11y/useFocusableInteractive: see above
		<div
			role="gridcell"
			className={cx(
				"absolute inset-y-1 right-2 flex items-center rounded-2 pl-2 opacity-0",
				"group-hover/row:opacity-100 group-focus-within/row:opacity-100 pointer-coarse:hidden",
				open || selected ? "bg-selected" : "bg-paper",
			)}
		>
			<HoverActions item={item} tabIndex={active ? 0 : -1} actions={actions} />
		</div>
	);
}
