import { useInfiniteQuery } from "@tanstack/react-query";
import { Copy as CopyIcon } from "lucide-react";
import { useState } from "react";
import { formatBytes, formatFullTime, formatMailTime } from "#web/lib/format.ts";
import { PlanDialog } from "#web/lib/plan/plan-dialog.tsx";
import { forecastLine } from "#web/lib/plan/result.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Section } from "#web/ui/card.tsx";
import { QueryView } from "#web/ui/query-view.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import type { Copies, Copy } from "../../contract.ts";
import { tool } from "../../tool.ts";
import { archiveKeys, smartArchive } from "../api.ts";
import { verbOf } from "../text.ts";

type Kind = "exact" | "near";
const kinds = [
	{ value: "exact", label: "Exact" },
	{ value: "near", label: "Near" },
] as const;

interface DuplicatesViewProps {
	account: string | undefined;
	readOnly: boolean;
}

/** Groups of duplicate emails, to review and select from. */
export function DuplicatesView({ account, readOnly }: DuplicatesViewProps) {
	const [kind, setKind] = useState<Kind>("exact");
	const [asked, setAsked] = useState<Copies | null>(null);
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
			title="Duplicates"
			note={notes[kind]}
			actions={<Tabs label="Which duplicates" tabs={kinds} value={kind} onChange={setKind} />}
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
						<ul className="flex flex-col gap-4">
							{found.map((group) => (
								<Group key={group.keptId} group={group} readOnly={readOnly} onClean={() => setAsked(group)} />
							))}
						</ul>
						{query.hasNextPage && (
							<div>
								<Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
									Show more
								</Button>
							</div>
						)}
					</div>
				)}
			</QueryView>
			<PlanDialog
				plan={
					asked && {
						action: "trash",
						ids: asked.copies.filter(({ id }) => id !== asked.keptId).map(({ id }) => id),
						source: tool.id,
					}
				}
				title="The others of this group"
				verb={(count) => verbOf("trash", count)}
				failedTitle="Cleanup Failed"
				done={(result) => ({
					title: "Cleanup Complete",
					description: `Successfully executed Duplicates. ${forecastLine(result)}.`,
				})}
				onClose={() => setAsked(null)}
			/>
		</Section>
	);
}

const notes: Record<Kind, string> = {
	exact: "the same email more than once in one mailbox",
	near: "one sender, one subject, nearly the same words: look before you choose",
};

const empty: Record<Kind, { title: string; description: string }> = {
	exact: { title: "No email is here twice", description: "Copies in spam and trash are not counted." },
	near: { title: "No near duplicates", description: "Emails with attachments, or of a few words, are not compared." },
};

function Group({ group, readOnly, onClean }: { group: Copies; readOnly: boolean; onClean: () => void }) {
	const [first] = group.copies;
	const others = group.copies.length - 1;
	return (
		<li className="overflow-hidden rounded-3 border border-line bg-surface">
			<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-2.5">
				<h3 className="min-w-0 truncate text-14 font-semibold">
					{first?.senderName || first?.senderEmail || "Unknown sender"}
				</h3>
				<Button size="small" disabled={readOnly} onClick={onClean}>
					Trash the {others === 1 ? "other" : `other ${others}`}
					<span className="sr-only"> of {first?.subject || "this group"}</span>
				</Button>
			</div>
			<ul>
				{group.copies.map((copy) => (
					<CopyRow key={copy.id} copy={copy} isKept={copy.id === group.keptId} />
				))}
			</ul>
		</li>
	);
}

function CopyRow({ copy, isKept }: { copy: Copy; isKept: boolean }) {
	return (
		<li className="flex flex-wrap items-start gap-x-4 gap-y-1 border-b border-line px-4 py-2.5 last:border-0">
			<div className="min-w-48 flex-1">
				<p className="flex items-center gap-2 text-14">
					<span className="truncate">{copy.subject || "(No subject)"}</span>
					{isKept && <Badge tone="green">Stays</Badge>}
				</p>
				{copy.differences.length > 0 && (
					<p className="mt-0.5 text-12 break-words text-ink-2">{copy.differences.join(" · ")}</p>
				)}
			</div>
			<p className="flex shrink-0 items-center gap-3 text-12 text-ink-3 tabular-nums">
				<span>{copy.folderName}</span>
				<span>{formatBytes(copy.sizeBytes)}</span>
				<time dateTime={copy.receivedAt} title={formatFullTime(copy.receivedAt)}>
					{formatMailTime(copy.receivedAt)}
				</time>
				<ButtonLink size="small" variant="ghost" to={`/inbox/${copy.id}`}>
					Open
				</ButtonLink>
			</p>
		</li>
	);
}
