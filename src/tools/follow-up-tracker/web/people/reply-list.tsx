import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChevronDown, MessagesSquare } from "lucide-react";
import { useState } from "react";
import { formatAgo } from "#web/lib/base/format.ts";
import { compose } from "#web/lib/passing/compose.ts";
import { Badge } from "#web/ui/base/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Menu } from "#web/ui/overlay/menu.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { ShowMore } from "#web/ui/state/show-more.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import { steadyRows } from "#web/ui/table/steady-rows.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { Chips } from "#web/ui/workbench/chips.tsx";
import type { CampaignReply } from "../../contract.ts";
import { type ReplyGroup, type ReplyTone, replyGroups, replyTones } from "../../states.ts";
import { tool } from "../../tool.ts";
import { campaignKeys, campaigns } from "../base/api.ts";
import { replyGroupTones } from "../base/labels.ts";
import { t } from "../base/text.ts";
import { NextStep } from "./next-step.tsx";

type Filter = ReplyGroup | "all";

/** Rows of a page. */
const PAGE = 50;

/** What came back, sorted by what it says, to be answered in place: of one campaign, or of all from all mailboxes. */
export function ReplyList({ campaign }: { campaign?: string }) {
	const [filter, setFilter] = useState<Filter>("all");
	const query = useInfiniteQuery({
		queryKey: campaignKeys.replies(campaign ?? null, filter),
		initialPageParam: undefined as string | undefined,
		queryFn: ({ pageParam: cursor, signal }) =>
			campaigns.listCampaignReplies(
				{ query: { campaign, limit: PAGE, cursor, ...(filter !== "all" && { group: filter }) } },
				{ signal },
			),
		getNextPageParam: (page) => page.nextCursor ?? undefined,
	});
	const counts = query.data?.pages[0]?.counts ?? {};
	const chips = [
		{
			value: "all" as const,
			label: t.replies.all,
			count: Object.values(counts).reduce((sum, count) => sum + count, 0),
		},
		...replyGroups.map((value) => ({ value, label: t.replies.groups[value], count: counts[value] ?? 0 })),
	];
	return (
		<div className="flex min-w-0 flex-col gap-3">
			<div className="min-w-0 overflow-x-auto p-1">
				<Chips label={t.replies.groupsLabel} options={chips} value={filter} onChange={setFilter} all="all" />
			</div>
			<QueryView
				query={query}
				errorTitle={t.replies.couldntLoad}
				isEmpty={({ pages }) => pages[0]?.items.length === 0}
				empty={
					<EmptyState
						icon={MessagesSquare}
						title={filter === "all" ? t.replies.empty : t.replies.emptyGroup}
						description={filter === "all" ? t.replies.emptyWhy : t.replies.emptyGroupWhy}
					/>
				}
			>
				{({ pages }) => {
					const items = pages.flatMap((page) => page.items);
					return (
						<div className="overflow-hidden rounded-3 border border-line bg-surface">
							<ul ref={steadyRows} aria-label={t.replies.label} className="divide-y divide-line">
								{items.map((reply) => (
									<Row key={reply.recipientId} reply={reply} showsCampaign={campaign === undefined} />
								))}
							</ul>
							<ShowMore query={query} shown={items.length} total={pages[0]?.total ?? items.length} inCard />
						</div>
					);
				}}
			</QueryView>
		</div>
	);
}

function Row({ reply, showsCampaign }: { reply: CampaignReply; showsCampaign: boolean }) {
	const { email, emailId, text, at, isAnswered, awayUntil, campaignId, campaignName } = reply;
	const about = [isAnswered ? t.replies.answered : null, awayUntil === null ? null : t.replies.backOn(awayUntil)];
	return (
		<li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
			<div className="min-w-0 flex-1 basis-64">
				<div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
					{emailId === null ? (
						<span className="min-w-0 truncate text-14 font-semibold">{email}</span>
					) : (
						<Link
							to="/inbox/{-$emailId}"
							params={{ emailId }}
							className="min-w-0 truncate rounded-1 text-14 font-semibold hover:underline"
						>
							{email}
						</Link>
					)}
					<Tone reply={reply} />
					<span className="text-12 text-ink-3">
						{[...about.filter((part) => part !== null), formatAgo(at)].join(" · ")}
					</span>
				</div>
				<p className="mt-1 line-clamp-2 text-13 text-ink-2">{text}</p>
				{showsCampaign && (
					<Link
						to={tool.path}
						search={{ campaign: campaignId }}
						className="mt-1 inline-block max-w-full truncate rounded-1 text-12 text-ink-3 hover:underline"
					>
						{t.replies.in(campaignName)}
					</Link>
				)}
			</div>
			<NextStep reply={reply} />
			{emailId !== null && (
				<Button size="small" aria-label={t.replies.replyTo(email)} onClick={() => compose({ kind: "reply", emailId })}>
					{t.replies.reply}
				</Button>
			)}
		</li>
	);
}

/** What the reply says; where it is somebody's word, it can be corrected here. */
function Tone({ reply: { recipientId, email, group, canSetTone } }: { reply: CampaignReply }) {
	const client = useQueryClient();
	const save = useMutation({
		mutationFn: (tone: ReplyTone | null) => campaigns.setReplyTone({ params: { id: recipientId }, body: { tone } }),
		onError: (error) => toast({ title: t.recipient.couldntSetTone, description: error.message, tone: "destructive" }),
		onSettled: () => client.invalidateQueries({ queryKey: campaignKeys.all }),
	});
	const badge = <Badge tone={replyGroupTones[group]}>{t.replies.groups[group]}</Badge>;
	if (!canSetTone) return badge;
	return (
		<Menu
			trigger={
				<button
					type="button"
					aria-label={t.replies.toneOf(email, t.replies.groups[group])}
					disabled={save.isPending}
					className="inline-flex min-h-6 items-center gap-0.5 rounded-1 text-ink-3"
				>
					{badge}
					<ChevronDown size={14} aria-hidden="true" />
				</button>
			}
			entries={[
				{
					...{ type: "radio", value: group, label: t.replies.groupsLabel },
					options: [...replyTones, "unsure" as const].map((value) => ({ value, label: t.replies.groups[value] })),
					onChange: (value: string) => save.mutate(replyTones.find((tone) => tone === value) ?? null),
				},
			]}
		/>
	);
}
