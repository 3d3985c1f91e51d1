import { useEffect } from "react";
import type { Account } from "#web/lib/mailbox/accounts.ts";
import { Page } from "#web/ui/page/page.tsx";
import { ListPane } from "./list/list-pane.tsx";
import { useSearchReport } from "./list/search/use-search-report.ts";
import { useMailboxView } from "./list/view/use-mailbox-view.ts";
import { loadDialogs, MailboxDialogs } from "./mailbox-dialogs.tsx";
import { loadReadingPane, MessagePane } from "./message-pane.tsx";

interface MailboxProps {
	/** Null: all mailboxes together. */
	account: Account | null;
	accounts: readonly Account[];
}

/** List and reading pane of one mailbox, or of all. */
export function Mailbox({ account, accounts }: MailboxProps) {
	const view = useMailboxView(account, accounts);
	const { emailId, folder, search } = view.address;
	// A failed prefetch is retried when needed, and reported then.
	useEffect(() => void Promise.all([loadReadingPane(), loadDialogs()]).catch(() => undefined), []);
	useSearchReport(search.q === undefined ? null : `${search.mode} ${folder} ${search.q}`, view.list);
	return (
		<Page layout="fill">
			<div className="grid min-h-0 flex-1 lg:grid-cols-[minmax(400px,min(50%,640px))_minmax(0,1fr)]">
				<ListPane view={view} />
				{(emailId !== null || view.wide) && <MessagePane view={view} />}
			</div>
			<MailboxDialogs view={view} />
		</Page>
	);
}
