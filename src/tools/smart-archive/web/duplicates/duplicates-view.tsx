import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Copy as CopyIcon } from "lucide-react";
import { useState } from "react";
import { useDensity } from "#web/lib/mail-list/density.ts";
import { noSelection, useListCursor } from "#web/lib/mail-list/list-cursor.ts";
import { MailList } from "#web/lib/mail-list/mail-list.tsx";
import { MailRow } from "#web/lib/mail-list/mail-row.tsx";
import { type RowShape, rowHeight } from "#web/lib/mail-list/row-height.ts";
import { PlanDialog } from "#web/lib/plan/plan-dialog.tsx";
import { forecastLine } from "#web/lib/plan/result.ts";
import { Badge } from "#web/ui/base/badge.tsx";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { Section } from "#web/ui/page/card.tsx";
import { Tabs } from "#web/ui/page/tabs.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import { steadyRows } from "#web/ui/table/steady-rows.ts";
import type { Copies } from "../../contract.ts";
import { archiveKeys, smartArchive } from "../base/api.ts";
import { verbOf } from "../base/labels.ts";
import { t } from "../base/text.ts";

type Kind = "exact" | "near";
const kinds = [
	{ value: "exact", label: t.duplicates.exact },
	{ value: "near", label: t.duplicates.near },
] as const;

interface DuplicatesViewProps {
	account: string | undefined;
	/** The kind that the URL requests. */
	first: "near" | undefined;
	readOnly: boolean;
}

/** Groups of duplicate emails, to review and select from. */
export function DuplicatesView({ account, first, readOnly }: DuplicatesViewProps) {
	const [kind, setKind] = useState<Kind>(first ?? "exact");
	const [groupToClean, setGroupToClean] = useState<Copies | null>(null);
	const query = useInfiniteQuery({
		queryKey: archiveKeys.copies(account, kind),
		initialPageParam: undefined as string | undefined,
		queryFn: ({ pageParam, signal }) =>
			smartArchive.listCopies({ query: { account, kind, cursor: pageParam } }, { signal }),
		getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
	});
	const groups = query.data?.pages.flatMap(({ items }) => items);
	return (
		<Section
			title={t.duplicates.duplicates}
			note={notes[kind]}
			actions={<Tabs label={t.duplicates.typeOfDuplicates} tabs={kinds} value={kind} onChange={setKind} />}
		>
			<QueryView
				query={{ ...query, data: groups }}
				isEmpty={(found) => found.length === 0}
				empty={
					<div className="rounded-3 border border-line bg-surface">
						<EmptyState icon={CopyIcon} title={empty[kind].title} description={empty[kind].description} />
					</div>
				}
			>
				{(found) => (
					<div className="flex flex-col gap-4">
						<ul ref={steadyRows} className="flex flex-col gap-4">
							{found.map((group) => (
								<Group key={group.keptId} group={group} readOnly={readOnly} onClean={() => setGroupToClean(group)} />
							))}
						</ul>
						{query.hasNextPage && (
							<div>
								<Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
									{t.duplicates.showMore}
								</Button>
							</div>
						)}
					</div>
				)}
			</QueryView>
			<PlanDialog
				plan={
					groupToClean &&
					(() =>
						smartArchive.planCleanup({
							body: { selection: { type: "copies_of", kind, keptId: groupToClean.keptId }, action: "trash" },
						}))
				}
				title={t.duplicates.duplicatesGroup}
				verb={(count) => verbOf("trash", count)}
				failedTitle={t.duplicates.cleanupFailed}
				done={(result) => ({
					title: t.duplicates.cleanupComplete,
					description: t.duplicates.executed(forecastLine(result)),
				})}
				onClose={() => setGroupToClean(null)}
			/>
		</Section>
	);
}

const notes: Record<Kind, string> = {
	exact: t.duplicates.exactDescription,
	near: t.duplicates.nearDescription,
};

const empty: Record<Kind, { title: string; description: string }> = {
	exact: { title: t.duplicates.noDuplicates, description: t.duplicates.noDuplicatesDescription },
	near: { title: t.duplicates.noNearDuplicates, description: t.duplicates.noNearDuplicatesDescription },
};

function Group({ group, readOnly, onClean }: { group: Copies; readOnly: boolean; onClean: () => void }) {
	const [first] = group.copies;
	const navigate = useNavigate();
	const cursor = useListCursor(group.copies, noSelection);
	const shape: RowShape = {
		size: "small",
		isOneLine: true,
		hasNote: group.copies.some(({ differences }) => differences.length > 0),
	};
	const height = rowHeight(shape, useDensity());
	return (
		<li className="overflow-hidden rounded-3 border border-line bg-surface">
			<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-2.5">
				<h3 className="min-w-0 truncate text-14 font-semibold">
					{first?.senderName || first?.senderEmail || t.duplicates.unknownSender}
				</h3>
				<Button size="small" disabled={readOnly} onClick={onClean}>
					{t.duplicates.trashOthers(group.removable)}
					<span className="sr-only"> {t.duplicates.ofSubject(first?.subject || t.duplicates.thisGroup)}</span>
				</Button>
			</div>
			{group.copies.length < group.count && (
				<p className="border-b border-line px-4 py-2 text-12 text-ink-3">
					{t.duplicates.firstOf(group.copies.length, group.count)}
				</p>
			)}
			<MailList
				label={t.duplicates.copiesOf(first?.subject || t.duplicates.noSubject)}
				inFlow
				items={group.copies}
				rowHeight={height}
				cursor={cursor}
				onOpen={({ id }) => void navigate({ to: "/inbox/{-$emailId}", params: { emailId: id } })}
				row={(copy, state) => (
					<MailRow
						mail={copy}
						state={state}
						shape={shape}
						badges={copy.id === group.keptId && <Badge tone="green">{t.duplicates.kept}</Badge>}
						facts={<span className="max-w-40 truncate max-sm:hidden">{copy.folderName}</span>}
						note={copy.differences.join(" · ")}
						noteLabel={t.duplicates.differences}
						controls={
							// On a phone the row is tapped, and its subject needs the room.
							<span className="max-sm:hidden">
								<ButtonLink size="small" variant="ghost" to="/inbox/{-$emailId}" params={{ emailId: copy.id }}>
									{t.duplicates.open}
								</ButtonLink>
							</span>
						}
					/>
				)}
			/>
		</li>
	);
}
