import type { EmailItem } from "#shared/contracts/emails.ts";
import { formatMailTime } from "#web/lib/base/format.ts";
import { ALL_MAILBOXES, inboxLink } from "#web/lib/base/links.ts";
import { compose } from "#web/lib/passing/compose.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { t } from "../base/text.ts";
import { MailboxName } from "./draft-row.tsx";
import { PagedCard, type PagedQuery } from "./paged-card.tsx";

/** Drafts that other mail programs saved in the mailboxes. */
export function MailboxDrafts({
	query,
	mailboxes,
}: {
	query: PagedQuery<EmailItem>;
	/** Names by id; empty: there is one. */
	mailboxes: ReadonlyMap<string, string>;
}) {
	return (
		<PagedCard
			title={t.page.inMailboxes}
			note={t.page.inMailboxesNote}
			actions={
				<ButtonLink size="small" {...inboxLink} search={{ folder: "drafts", account: ALL_MAILBOXES }}>
					{t.page.openFolder}
				</ButtonLink>
			}
			query={query}
		>
			{({ id, accountId, recipient, subject, preview, receivedAt }) => (
				<li key={id} className="px-4 py-2.5">
					<button
						type="button"
						onClick={() => compose({ kind: "mailbox_draft", emailId: id })}
						className="block w-full min-w-0 rounded-1 text-left"
					>
						<span className="flex items-baseline gap-3">
							<span className="min-w-0 flex-1 truncate text-13 text-ink-2">
								{recipient ? t.page.to(recipient) : t.page.noRecipients}
							</span>
							<MailboxName name={mailboxes.get(accountId)} />
							<span className="shrink-0 text-12 text-ink-3 tabular-nums">{formatMailTime(receivedAt)}</span>
						</span>
						<span className="block truncate text-14 font-medium">{subject || t.page.noSubject}</span>
						<span className="block truncate text-13 text-ink-3">{preview}</span>
					</button>
				</li>
			)}
		</PagedCard>
	);
}
