import { useMemo } from "react";
import { formatCount } from "#web/lib/base/format.ts";
import { isEmpty } from "#web/lib/mail-list/selection.ts";
import { AccessNotice } from "#web/lib/mailbox/access-notice.tsx";
import { cx } from "#web/ui/base/cx.ts";
import { t } from "../base/text.ts";
import { EverythingLine } from "./actions/bulk-bar.tsx";
import { AiHint } from "./ai-hint.tsx";
import { ListContent } from "./list-content.tsx";
import { ListToolbar } from "./list-toolbar.tsx";
import { SearchNotices } from "./search/search-notices.tsx";
import type { MailboxView } from "./view/use-mailbox-view.ts";

/** Header, search, folders or bulk actions, and the messages. */
export function ListPane({ view }: { view: MailboxView }) {
	const { mailboxes, title, address, list, loaded, cursor, actions, extensions } = view;
	const { q, mode, sort, filter } = address.search;
	const accountIds = useMemo(() => new Set(mailboxes.map(({ id }) => id)), [mailboxes]);
	return (
		<section
			aria-label={t.list.emails}
			className={cx(
				"flex min-h-0 min-w-0 flex-col border-line bg-surface max-lg:col-start-1 max-lg:row-start-1 lg:border-r",
				// Hidden, not unmounted: it keeps its scroll position while a message is read.
				address.emailId !== null && "max-lg:invisible",
			)}
		>
			<ListToolbar view={view} />
			{list.data && !isEmpty(cursor.selection) && (
				<EverythingLine
					list={list.data}
					cursor={cursor}
					scope={q === undefined && filter === undefined ? t.list.inFolder(title) : t.list.matchingSearch}
					// The server has no plan for a plain search: selection is limited to the loaded rows.
					canSelectAll={mode !== "plain"}
				/>
			)}
			<AccessNotice mailboxes={mailboxes} />
			{q !== undefined && loaded && <SearchNotices list={loaded} isRanked={sort !== undefined} />}
			{address.folder === "inbox" &&
				q === undefined &&
				extensions.tops.map((Top, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: loaded once
					<Top key={index} accountIds={accountIds} onOpen={actions.open} />
				))}
			{address.folder === "inbox" && q === undefined && <AiHint />}
			<p role="status" className="sr-only">
				{loaded ? `${title}: ${formatCount(loaded.total, "email")}` : ""}
			</p>
			<ListContent view={view} />
		</section>
	);
}
