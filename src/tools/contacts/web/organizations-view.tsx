import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Building2, Search } from "lucide-react";
import { formatMailTime, formatNumber } from "#web/lib/base/format.ts";
import { ShowMore } from "#web/ui/state/show-more.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import { DataGrid } from "#web/ui/table/data-grid.tsx";
import { contactsApi, contactsKey } from "./base/api.ts";
import { t } from "./base/text.ts";
import type { Address } from "./base/use-address.ts";

/** Organizations; each opens its contacts. @param q part of a name */
export function OrganizationsView({ q, address }: { q: string; address: Address }) {
	const query = useInfiniteQuery({
		queryKey: [...contactsKey, "organizations", q],
		initialPageParam: undefined as string | undefined,
		queryFn: ({ pageParam: cursor, signal }) => contactsApi.listOrganizations({ query: { q, cursor } }, { signal }),
		getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
		placeholderData: keepPreviousData,
	});
	const rows = query.data?.pages.flatMap(({ items }) => items);
	return (
		<>
			<DataGrid
				label={t.page.tabs.organizations}
				rows={rows}
				rowKey={({ organization }) => organization}
				error={query.error}
				onRetry={() => void query.refetch()}
				isFetching={query.isPlaceholderData}
				empty={
					q === "" ? (
						<EmptyState icon={Building2} title={t.organizations.empty} description={t.organizations.emptyDescription} />
					) : (
						<EmptyState icon={Search} title={t.organizations.nothing} />
					)
				}
				columns={[
					{
						...{ id: "name", header: t.organizations.name, width: "360px" },
						cell: ({ organization, company }) => (
							<button
								type="button"
								aria-label={t.organizations.show(organization)}
								onClick={() => address.show({ tab: "people", organization, contact: "" })}
								className="flex max-w-full min-w-0 items-baseline gap-2 text-left underline-offset-2 hover:underline"
							>
								<span className="truncate font-medium">{company ?? organization}</span>
								{company !== null && company !== organization && (
									<span className="truncate text-12 text-ink-3">{organization}</span>
								)}
							</button>
						),
					},
					{
						...{ id: "contacts", header: t.organizations.contacts, align: "end", width: "100px" },
						cell: ({ contacts }) => formatNumber(contacts),
					},
					{
						...{ id: "received", header: t.organizations.received, align: "end", width: "100px" },
						cell: ({ receivedCount }) => formatNumber(receivedCount),
					},
					{
						...{ id: "sent", header: t.organizations.sent, align: "end", width: "90px" },
						cell: ({ sentCount }) => formatNumber(sentCount),
					},
					{
						...{ id: "last", header: t.organizations.last, align: "end", width: "130px" },
						cell: ({ lastContactAt }) => (lastContactAt === null ? t.list.neverWrote : formatMailTime(lastContactAt)),
					},
				]}
			/>
			<ShowMore query={query} shown={rows?.length ?? 0} total={query.data?.pages[0]?.total ?? 0} />
		</>
	);
}
