import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useDensity } from "#web/lib/mail-list/density.ts";
import { noSelection, useListCursor } from "#web/lib/mail-list/list-cursor.ts";
import { MailList } from "#web/lib/mail-list/mail-list.tsx";
import { MailRow } from "#web/lib/mail-list/mail-row.tsx";
import { type RowShape, rowHeight } from "#web/lib/mail-list/row-height.ts";
import { QueryView } from "#web/ui/query-view.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import type { Contact } from "../../contract.ts";
import { contactsApi, contactsKey } from "../api.ts";
import { nameOf } from "../list/contact-list.tsx";
import { t } from "../text.ts";

const shape: RowShape = { size: "small" };

/** Emails from and to a contact, newest first; each opens in the inbox. */
export function Timeline({ contact }: { contact: Contact }) {
	const { id } = contact;
	const query = useInfiniteQuery({
		queryKey: [...contactsKey, "emails", id],
		queryFn: ({ pageParam: cursor, signal }) =>
			contactsApi.listContactEmails({ params: { id }, query: { limit: 100, cursor } }, { signal }),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: (page) => page.nextCursor ?? undefined,
		placeholderData: keepPreviousData,
	});
	const items = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data]);
	const cursor = useListCursor(items, noSelection);
	const height = rowHeight(shape, useDensity());
	const total = query.data?.pages[0]?.total ?? 0;
	return (
		<QueryView
			query={query}
			isEmpty={({ pages }) => pages[0]?.items.length === 0}
			empty={<EmptyState title={t.panel.noEmails} description={t.panel.noEmailsDescription} />}
		>
			{() => (
				<>
					<p className="text-13 text-ink-3">{t.panel.total(total)}</p>
					<div
						className="flex max-h-[50dvh] flex-col overflow-hidden rounded-2 border border-line"
						style={{ height: Math.min(420, items.length * height + 2) }}
					>
						<MailList
							label={t.panel.timelineOf(nameOf(contact))}
							items={items}
							total={total}
							rowHeight={height}
							cursor={cursor}
							onEndNear={() => query.hasNextPage && !query.isFetching && void query.fetchNextPage()}
							moreFailed={query.isFetchNextPageError}
							onOpen={(item) => open(`/inbox/${item.id}`, "_blank", "noreferrer")}
							row={(item, state) => (
								<MailRow
									mail={item}
									sender={item.folder === "sent" ? t.panel.you : undefined}
									state={state}
									shape={shape}
									link={(subject, className) => (
										<a
											href={`/inbox/${item.id}`}
											target="_blank"
											rel="noreferrer"
											tabIndex={state.active ? 0 : -1}
											className={className}
										>
											{subject}
										</a>
									)}
								/>
							)}
						/>
					</div>
				</>
			)}
		</QueryView>
	);
}
