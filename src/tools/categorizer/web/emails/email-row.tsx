import { Link } from "@tanstack/react-router";
import { ExternalLink, FolderInput } from "lucide-react";
import { memo, type ReactNode } from "react";
import { isDistrusted } from "#shared/mail/trust.ts";
import { formatFullTime, formatMailTime } from "#web/lib/base/format.ts";
import { snippetOf } from "#web/lib/base/snippet.ts";
import { usePhone } from "#web/lib/base/use-wide.ts";
import { FolderNote } from "#web/lib/mail-list/folder-note.tsx";
import type { RowState } from "#web/lib/mail-list/mail-list.tsx";
import { Badge } from "#web/ui/base/badge.tsx";
import { cx } from "#web/ui/base/cx.ts";
import { IconButton } from "#web/ui/button/button.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { Menu } from "#web/ui/overlay/menu.tsx";
import type { CategorizedEmail } from "../../contract.ts";
import { categoryInfo } from "../base/categories.ts";
import { t } from "../base/text.ts";
import { emailMoves, type Moves } from "../corrections/moves.ts";

/** @param shift selects the range from the anchor to it */
export type ToggleEmail = (item: CategorizedEmail, shift: boolean) => void;

interface EmailRowProps extends RowState {
	item: CategorizedEmail;
	/** Mailbox name, where several are shown. */
	account: string | undefined;
	onToggle: ToggleEmail;
	moves: Moves;
}

/** One message in one line: sender, subject and text, its category and why. */
export const EmailRow = memo(function EmailRow(props: EmailRowProps) {
	const { item, account, onToggle, selected, active } = props;
	const isPhone = usePhone();
	const { name, tone } = badgeOf(item);
	const subject = item.subject || t.corrections.noSubject;
	const unread = item.isRead ? "" : "font-semibold";
	const time = (
		<time dateTime={item.receivedAt} title={formatFullTime(item.receivedAt)} className="shrink-0 text-12 text-ink-2">
			{formatMailTime(item.receivedAt)}
		</time>
	);
	const sender = <p className={cx("min-w-0 truncate text-14", unread)}>{item.senderName || item.senderEmail}</p>;
	return (
		<div
			className={cx(
				"flex h-full items-center gap-3 border-b border-line px-4 lg:px-6",
				"group-focus-visible/row:shadow-[inset_0_0_0_2px_var(--accent)]",
				selected ? "bg-selected" : "group-hover/row:bg-paper",
			)}
		>
			<Cell className="shrink-0">
				<Checkbox
					checked={selected}
					tabIndex={active ? 0 : -1}
					label={t.emails.select(subject)}
					onChange={(_, shift) => onToggle(item, shift)}
				/>
			</Cell>
			{!isPhone && (
				<Cell className="w-[22%] max-w-72 shrink-0">
					{sender}
					<p className="truncate text-12 text-ink-3">
						<span className="font-mono">{item.senderEmail}</span>
						{account && ` · ${account}`}
					</p>
				</Cell>
			)}
			<Cell className="min-w-0 flex-1">
				{isPhone && (
					<div className="flex items-baseline justify-between gap-2">
						{sender}
						{time}
					</div>
				)}
				<div className="flex min-w-0 items-center gap-2">
					<Link
						to="/inbox/{-$emailId}"
						params={{ emailId: item.id }}
						search={{ account: item.accountId }}
						tabIndex={active ? 0 : -1}
						className={cx("min-w-0 truncate rounded-1 text-14 hover:underline", unread)}
					>
						{subject}
					</Link>
					<span className="shrink-0 text-12 text-ink-3">
						<FolderNote folder={item.folder} name={item.folderName} />
					</span>
				</div>
				{isPhone ? (
					<Badge tone={tone}>{name}</Badge>
				) : (
					<p dir="auto" className="truncate text-left text-12 text-ink-3">
						{snippetOf(item)}
					</p>
				)}
			</Cell>
			{!isPhone && (
				<Cell className="w-[20%] max-w-72 shrink-0">
					<Badge tone={tone}>{name}</Badge>
					<Reason item={item} />
				</Cell>
			)}
			{!isPhone && <Cell className="w-16 shrink-0 text-right">{time}</Cell>}
			<Controls {...props} subject={subject} />
		</div>
	);
});

/** Why it is in its category; suspicious mail is in none. */
function Reason({ item: { trust = "unknown", categoryReason } }: { item: CategorizedEmail }) {
	if (isDistrusted(trust)) return null;
	return (
		<p title={categoryReason} className="truncate text-12 text-ink-3">
			<span className="sr-only">{t.emails.reason} </span>
			{categoryReason}
		</p>
	);
}

function Controls({ item, moves, active, subject }: EmailRowProps & { subject: string }) {
	const tabIndex = active ? 0 : -1;
	return (
		<Cell className="flex shrink-0 items-center justify-end gap-0.5">
			{item.reviewUrl !== null && (
				<a
					href={item.reviewUrl}
					target="_blank"
					rel="noreferrer"
					tabIndex={tabIndex}
					aria-label={t.emails.openInGmailNamed(subject)}
					title={t.emails.openInGmail}
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
						label={t.emails.moveNamed(subject)}
						title={t.emails.moveAnotherCategory}
						tooltip={false}
						tabIndex={tabIndex}
					/>
				}
				entries={emailMoves(item, moves)}
			/>
		</Cell>
	);
}

function Cell({ className, children }: { className: string; children: ReactNode }) {
	return (
		// biome-ignore lint/a11y/useFocusableInteractive: the row has the focus
		// biome-ignore lint/a11y/useSemanticElements: the list is virtual, so it is no table
		<div role="gridcell" className={className}>
			{children}
		</div>
	);
}

/** Of mail that can't be trusted that it is suspicious or forged, otherwise the category. */
function badgeOf({ trust = "unknown", category }: CategorizedEmail) {
	if (!isDistrusted(trust)) return categoryInfo(category);
	return { name: trust === "forged" ? t.list.forged : t.list.suspicious, tone: "red" } as const;
}
