import { Link } from "@tanstack/react-router";
import { ExternalLink, FolderInput } from "lucide-react";
import { memo } from "react";
import { FolderNote } from "#web/lib/mail-list/folder-note.tsx";
import type { RowState } from "#web/lib/mail-list/mail-list.tsx";
import { MailRow } from "#web/lib/mail-list/mail-row.tsx";
import type { RowShape } from "#web/lib/mail-list/row-height.ts";
import { Badge } from "#web/ui/badge.tsx";
import { IconButton } from "#web/ui/button.tsx";
import { Menu } from "#web/ui/menu.tsx";
import type { CategorizedEmail } from "../../contract.ts";
import { categoryInfo } from "../categories.ts";
import { emailMoves, type Moves } from "../corrections/moves.ts";
import { t } from "../text.ts";

export const emailShape: RowShape = { hasPreview: true, hasNote: true };

/** @param shift selects the range from the anchor to it */
export type ToggleEmail = (item: CategorizedEmail, shift: boolean) => void;

interface EmailRowProps extends RowState {
	item: CategorizedEmail;
	/** Mailbox name, where several are shown. */
	account: string | undefined;
	onToggle: ToggleEmail;
	moves: Moves;
}

/** One message: its category, and why. */
export const EmailRow = memo(function EmailRow({ item, account, onToggle, moves, ...state }: EmailRowProps) {
	const { name, tone } = categoryInfo(item.category);
	const tabIndex = state.active ? 0 : -1;
	const subject = item.subject || t.corrections.noSubject;
	return (
		<MailRow
			mail={item}
			state={state}
			shape={emailShape}
			onToggle={(shift) => onToggle(item, shift)}
			senderNote={
				item.senderName !== "" && (
					<span className="min-w-0 truncate font-mono text-12 text-ink-3 max-md:hidden">{item.senderEmail}</span>
				)
			}
			facts={
				<>
					{account && <span className="max-w-40 truncate max-sm:hidden">{account}</span>}
					<Badge tone={tone}>{name}</Badge>
				</>
			}
			link={(children, className) => (
				<Link
					to="/inbox/{-$emailId}"
					params={{ emailId: item.id }}
					search={{ account: item.accountId }}
					tabIndex={tabIndex}
					className={className}
				>
					{children}
				</Link>
			)}
			preview={item.preview}
			previewEnd={
				<span className="shrink-0 text-12 text-ink-3">
					<FolderNote folder={item.folder} name={item.folderName} />
				</span>
			}
			note={item.categoryWhy}
			noteLabel={t.emails.reason}
			controls={
				<span className="flex items-center gap-0.5 max-sm:flex-col">
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
				</span>
			}
		/>
	);
});
