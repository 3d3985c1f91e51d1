import { Info, Paperclip } from "lucide-react";
import type { ReactNode } from "react";
import type { EmailItem } from "#shared/contracts/emails.ts";
import { cx } from "#web/ui/base/cx.ts";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { formatBytes, formatFullTime, formatListTime } from "../base/format.ts";
import { t } from "../base/text.ts";
import { useDensity } from "./density.ts";
import type { RowState } from "./mail-list.tsx";
import type { RowShape } from "./row-height.ts";

/** What a row shows of an email. */
type RowMail = Pick<EmailItem, "subject" | "senderName" | "senderEmail" | "receivedAt"> &
	Partial<Pick<EmailItem, "isRead" | "hasAttachments" | "sizeBytes">>;

interface MailRowProps {
	mail: RowMail;
	state: RowState;
	/** Its lines; give the same to `rowHeight`. */
	shape: RowShape;
	/** Absent: the row cannot be selected. @param shift the range from the anchor to it */
	onToggle?: (shift: boolean) => void;
	/** The checkbox shows on hover and while something is selected, an unread mark otherwise. */
	quietCheckbox?: boolean;
	/** Replaces the sender's name: "To: Ann". */
	sender?: ReactNode;
	/** After the sender's name, where there is room. */
	senderNote?: ReactNode;
	/** Makes the subject a link. */
	link?: (subject: ReactNode, className: string) => ReactNode;
	/** After the subject. */
	badges?: ReactNode;
	/** Before the time. */
	facts?: ReactNode;
	/** Line of text, with `hasPreview`. */
	preview?: string;
	/** At the end of the preview's line. */
	previewEnd?: ReactNode;
	/** The reason why it is listed, with `hasNote`; `noteLabel` introduces it for screen readers. */
	note?: string;
	noteLabel?: string;
	/** Shown on hover and keyboard focus, on touch screens always, at the end of the last line. */
	hoverActions?: ReactNode;
	/** The pointer comes or leaves. */
	onHover?: (hovered: boolean) => void;
	/** Always shown at the end. */
	controls?: ReactNode;
	/** Excluded from the change. */
	struck?: boolean;
}

/** One email in a list. The row around it handles clicks and keys. */
export function MailRow(props: MailRowProps) {
	const { mail, state, shape, onToggle, quietCheckbox = false, controls, hoverActions, struck = false } = props;
	const compact = useDensity() === "compact";
	const small = shape.size === "small";
	const { selected, open } = state;
	return (
		<div
			onPointerEnter={() => props.onHover?.(true)}
			onPointerLeave={() => props.onHover?.(false)}
			className={cx(
				"flex h-full border-b border-line transition-colors group-last/row:border-b-0",
				"group-focus-visible/row:shadow-[inset_0_0_0_2px_var(--accent)]",
				small ? "gap-3 px-3" : "pr-4",
				!small && (open ? "border-l-3 border-l-accent" : "border-l-3 border-l-transparent"),
				open || (selected && !small) ? "bg-selected" : "group-hover/row:bg-paper",
			)}
		>
			{onToggle && (
				<Cell
					className={cx(
						"relative flex shrink-0 justify-center",
						small ? "items-center" : quietCheckbox ? "w-7" : "w-10",
						!small && (compact ? "pt-2.5" : "pt-[14px]"),
					)}
				>
					<Mark {...{ mail, state, onToggle, quietCheckbox }} />
				</Cell>
			)}
			<Cell
				className={cx(
					"flex min-w-0 flex-1 flex-col justify-center",
					!small && "pl-1",
					!onToggle && !small && "pl-4",
					struck && "text-ink-3 line-through",
				)}
			>
				<Lines {...props} compact={compact} />
			</Cell>
			{controls && <Cell className="-mr-1.5 flex shrink-0 items-center gap-0.5 pl-3">{controls}</Cell>}
			{hoverActions && (
				<Cell
					className={cx(
						"absolute right-2 bottom-1.5 flex rounded-2 opacity-0 transition-opacity",
						"group-hover/row:opacity-100 group-focus-within/row:opacity-100",
						// Nothing hovers on a touch screen: they are always there, and large enough for a finger.
						"pointer-coarse:bottom-0 pointer-coarse:opacity-100 pointer-coarse:[&_button]:size-9",
						open || selected ? "bg-selected" : "pointer-fine:bg-paper",
					)}
				>
					{hoverActions}
				</Cell>
			)}
		</div>
	);
}

function Mark({
	mail,
	state,
	onToggle,
	quietCheckbox,
}: Pick<MailRowProps, "mail" | "state" | "onToggle" | "quietCheckbox">) {
	const { selected, selecting, active } = state;
	const hidden = quietCheckbox && !selecting && !selected;
	return (
		<>
			{quietCheckbox && mail.isRead === false && (
				<span
					aria-hidden="true"
					className={cx(
						"absolute top-[18px] size-2 rounded-full bg-accent group-hover/row:hidden group-focus-within/row:hidden",
						!hidden && "hidden",
					)}
				/>
			)}
			<span className={cx(hidden && "opacity-0 group-hover/row:opacity-100 group-focus-within/row:opacity-100")}>
				<Checkbox
					checked={selected}
					tabIndex={active ? 0 : -1}
					label={t.mailList.select(subjectOf(mail))}
					onChange={(_, shift) => onToggle?.(shift)}
				/>
			</span>
		</>
	);
}

function subjectOf({ subject }: RowMail): string {
	return subject || t.plan.noSubject;
}

function Lines(props: MailRowProps & { compact: boolean }) {
	const { mail, shape, compact, preview, previewEnd, note, noteLabel, hoverActions } = props;
	const small = shape.size === "small";
	const unread = mail.isRead === false;
	const text = small ? "text-13" : "text-14";
	const end = <End mail={mail} facts={props.facts} withSize={small && shape.isOneLine === true} />;
	const subject = (
		<span
			dir="auto"
			className={cx("min-w-0 truncate", text, unread && "font-semibold", shape.isOneLine && !unread && "text-ink-2")}
		>
			{subjectOf(mail)}
		</span>
	);
	const linked = props.link ? props.link(subject, "flex min-w-0 rounded-1 hover:underline") : subject;
	// The actions appear at the end of the last line: its text is shortened to make room.
	const room =
		hoverActions && "pointer-fine:group-hover/row:pr-40 pointer-fine:group-focus-within/row:pr-40 pointer-coarse:pr-36";
	const hasPreview = shape.hasPreview && !compact;
	return (
		<>
			{!shape.isOneLine && (
				<div className={cx("flex items-center gap-2", small ? "h-[18px]" : "h-5")}>
					<span
						className={cx("min-w-0 truncate", text, unread ? "font-semibold" : small ? "font-medium" : "text-ink-2")}
					>
						{unread && <span className="sr-only">{t.mailList.unread} </span>}
						{props.sender ?? (mail.senderName || mail.senderEmail || t.mailList.unknownSender)}
					</span>
					{props.senderNote}
					{end}
				</div>
			)}
			<div
				className={cx(
					"flex items-center gap-1.5",
					small ? "h-[18px]" : "h-5",
					!shape.isOneLine && "mt-0.5",
					!hasPreview && room,
				)}
			>
				{linked}
				{props.badges && <span className="flex shrink-0 gap-1">{props.badges}</span>}
				{shape.isOneLine
					? end
					: small &&
						mail.sizeBytes !== undefined && (
							<span className="ml-auto shrink-0 pl-2 text-12 text-ink-3 tabular-nums">
								{formatBytes(mail.sizeBytes)}
							</span>
						)}
				{!hasPreview && !shape.isOneLine && previewEnd}
			</div>
			{hasPreview && (
				<div className={cx("mt-0.5 flex h-[18px] items-center gap-2", room)}>
					<span dir="auto" className="min-w-0 flex-1 truncate text-left text-13 text-ink-3">
						{preview}
					</span>
					{previewEnd}
				</div>
			)}
			{shape.hasNote && (
				<p className="mt-0.5 flex h-[18px] items-center gap-1.5 text-12 text-ink-2">
					{note && (
						<>
							<Info aria-hidden="true" size={13} className="shrink-0 text-ink-3" />
							<span className="truncate" title={note}>
								{noteLabel && <span className="sr-only">{noteLabel} </span>}
								{note}
							</span>
						</>
					)}
				</p>
			)}
		</>
	);
}

function End({ mail, facts, withSize }: { mail: RowMail; facts: ReactNode; withSize: boolean }) {
	return (
		<span className="ml-auto flex shrink-0 items-center gap-1.5 pl-2 text-12 text-ink-3">
			{facts}
			{mail.hasAttachments && <Paperclip size={14} role="img" aria-label={t.plan.hasAttachments} />}
			{withSize && mail.sizeBytes !== undefined && (
				<span className="tabular-nums max-sm:hidden">{formatBytes(mail.sizeBytes)}</span>
			)}
			<time
				dateTime={mail.receivedAt}
				title={formatFullTime(mail.receivedAt)}
				className={cx("tabular-nums", withSize && "w-24 text-right")}
			>
				{formatListTime(mail.receivedAt)}
			</time>
		</span>
	);
}

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
