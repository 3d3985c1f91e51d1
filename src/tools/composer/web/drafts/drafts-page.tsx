import { type InfiniteData, useInfiniteQuery } from "@tanstack/react-query";
import { FilePenLine, PenLine, Settings } from "lucide-react";
import { useMemo } from "react";
import { useSelection } from "#web/lib/mailbox/accounts.ts";
import { compose } from "#web/lib/passing/compose.ts";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { Page, PageHeader } from "#web/ui/page/page.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import type { DraftSection, DraftSummary } from "../../contract.ts";
import { draftsQuery, mailboxDraftsQuery } from "../base/api.ts";
import { t } from "../base/text.ts";
import { DraftRow } from "./draft-row.tsx";
import { MailboxDrafts } from "./mailbox-drafts.tsx";
import { PagedCard } from "./paged-card.tsx";

/** How often the page asks while something is on its way. */
const POLL_MS = 3_000;

/** Drafts, messages that wait to be sent, and those that did not reach everybody. */
export default function DraftsPage() {
	const { account, accounts } = useSelection();
	const first = account?.id;
	// Which mailbox is no question while there is one.
	const mailboxes = useMemo(
		() => new Map(accounts !== undefined && accounts.length > 1 ? accounts.map(({ id, name }) => [id, name]) : []),
		[accounts],
	);
	const waiting = useInfiniteQuery({
		...draftsQuery("waiting", first),
		refetchInterval: ({ state }) => pollInterval(itemsOf(state.data)),
	});
	// What is sent or fails moves from one section to another.
	const refetchInterval = pollInterval(itemsOf(waiting.data));
	const attention = useInfiniteQuery({ ...draftsQuery("attention", first), refetchInterval });
	const drafts = useInfiniteQuery({ ...draftsQuery("drafts", first), refetchInterval });
	const inMailboxes = useInfiniteQuery(mailboxDraftsQuery(first));
	const sections = { attention, waiting, drafts };
	const queries = Object.values(sections);
	const totals = [...queries, inMailboxes].map(({ data }) => data?.pages[0]?.total ?? 0);
	return (
		<Page>
			<PageHeader
				title={t.page.title}
				description={t.page.description}
				actions={
					<>
						<ButtonLink to="/drafts/settings" icon={Settings}>
							{t.settings.open}
						</ButtonLink>
						<Button variant="primary" icon={PenLine} onClick={() => compose({ kind: "new" })}>
							{t.window.newMessage}
						</Button>
					</>
				}
			/>
			<QueryView
				query={{
					data: queries.every(({ data }) => data !== undefined) ? totals : undefined,
					error: queries.find(({ error }) => error !== null)?.error ?? null,
					isPending: queries.some(({ isPending, error }) => isPending && error === null),
					isFetching: queries.some(({ isFetching }) => isFetching),
					refetch: () => Promise.all(queries.map(({ refetch }) => refetch())),
				}}
				errorTitle={t.page.couldntLoad}
				isEmpty={(counts) => counts.every((count) => count === 0)}
				empty={<EmptyState icon={FilePenLine} title={t.page.none} description={t.page.noneDescription} />}
			>
				{() => (
					<>
						{(Object.keys(sections) as DraftSection[]).map((section) => (
							<PagedCard key={section} title={t.page.sections[section]} query={sections[section]}>
								{(item) => <DraftRow key={item.id} item={item} mailbox={mailboxes.get(item.accountId ?? "")} />}
							</PagedCard>
						))}
						<MailboxDrafts query={inMailboxes} mailboxes={mailboxes} />
					</>
				)}
			</QueryView>
		</Page>
	);
}

function itemsOf(data: InfiniteData<{ items: DraftSummary[] }> | undefined): DraftSummary[] {
	return data?.pages.flatMap(({ items }) => items) ?? [];
}

/** Milliseconds until the page asks again; false: nothing is about to be sent. */
function pollInterval(waiting: readonly DraftSummary[]): number | false {
	if (waiting.length === 0) return false;
	const due = Math.min(...waiting.map(({ sendAt }) => (sendAt === null ? 0 : Date.parse(sendAt))));
	return Math.min(Math.max(POLL_MS, due - Date.now()), LONGEST_MS);
}

/** A scheduled message may be sent sooner by another window. */
const LONGEST_MS = 60_000;
