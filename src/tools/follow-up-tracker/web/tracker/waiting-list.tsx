import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { MailCheck } from "lucide-react";
import { formatAgo } from "#web/lib/base/format.ts";
import { useSelection } from "#web/lib/mailbox/accounts.ts";
import { compose } from "#web/lib/passing/compose.ts";
import { cx } from "#web/ui/base/cx.ts";
import { Button } from "#web/ui/button/button.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { ShowMore } from "#web/ui/state/show-more.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import { steadyRows } from "#web/ui/table/steady-rows.ts";
import { toast } from "#web/ui/toast/toast.ts";
import type { WaitingThread } from "../../contract.ts";
import { campaignKeys, campaigns } from "../base/api.ts";
import { draftNudge } from "../base/nudge.ts";
import { t } from "../base/text.ts";

/** Rows of a page. */
const PAGE = 50;

/** Conversations that wait for the user, or for others; each can be answered from here. */
export function WaitingList({ who }: { who: "me" | "them" }) {
	const { account } = useSelection();
	const query = useInfiniteQuery({
		queryKey: campaignKeys.waiting(who, account?.id ?? null),
		initialPageParam: undefined as string | undefined,
		queryFn: ({ pageParam: cursor, signal }) =>
			campaigns.listWaitingThreads({ query: { for: who, account: account?.id, limit: PAGE, cursor } }, { signal }),
		getNextPageParam: (page) => page.nextCursor ?? undefined,
	});
	const isMine = who === "me";
	return (
		<QueryView
			query={query}
			errorTitle={t.waiting.couldntLoad}
			isEmpty={({ pages }) => pages[0]?.items.length === 0}
			empty={
				<EmptyState
					icon={MailCheck}
					title={isMine ? t.waiting.emptyMe : t.waiting.emptyThem}
					description={isMine ? t.waiting.emptyMeWhy : t.waiting.emptyThemWhy}
				/>
			}
		>
			{({ pages }) => {
				const items = pages.flatMap((page) => page.items);
				return (
					<div className="overflow-hidden rounded-3 border border-line bg-surface">
						<p className="border-b border-line px-4 py-2 text-13 text-ink-3">{t.waiting.window}</p>
						<ul ref={steadyRows} aria-label={isMine ? t.waiting.me : t.waiting.them} className="divide-y divide-line">
							{items.map((thread) => (
								<Row key={thread.emailId} thread={thread} isMine={isMine} />
							))}
						</ul>
						<ShowMore query={query} shown={items.length} total={pages[0]?.total ?? items.length} inCard />
					</div>
				);
			}}
		</QueryView>
	);
}

function Row({ thread, isMine }: { thread: WaitingThread; isMine: boolean }) {
	const { emailId, subject, preview, name, email, at, kind, sentence } = thread;
	// A nudge reminds of the user's own question: a promise is another's message.
	const canNudge = !isMine && kind === "asks";
	const title = subject || t.waiting.noSubject;
	const person = name || email;
	const nudge = useMutation({
		mutationFn: () => draftNudge(emailId),
		onError: (error) => toast({ title: t.waiting.couldntNudge, description: error.message, tone: "destructive" }),
	});
	return (
		<li className="relative flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 hover:bg-sunken">
			{/* On a phone two buttons are below. */}
			<div className={cx("min-w-0 flex-1", canNudge && "max-sm:basis-full")}>
				<p className="flex min-w-0 items-baseline gap-2 text-14">
					<Link
						to="/inbox/{-$emailId}"
						params={{ emailId }}
						// The whole row opens the conversation.
						className="min-w-0 truncate rounded-1 font-semibold after:absolute after:inset-0 hover:underline"
					>
						{title}
					</Link>
					<span className="ml-auto shrink-0 text-12 text-ink-3">{formatAgo(at)}</span>
				</p>
				<p className="truncate text-13 text-ink-2">
					{canNudge ? t.waiting.to(person) : person}
					<span className="text-ink-3"> · {sentence || preview}</span>
				</p>
			</div>
			{canNudge && (
				<Button
					size="small"
					aria-label={t.waiting.nudgeNamed(title)}
					busy={nudge.isPending}
					onClick={() => nudge.mutate()}
				>
					{t.waiting.nudge}
				</Button>
			)}
			<Button
				size="small"
				aria-label={isMine ? t.waiting.replyNamed(title) : t.waiting.followUpNamed(title)}
				onClick={() => compose({ kind: isMine ? "reply" : "reply_all", emailId })}
			>
				{isMine ? t.waiting.reply : t.waiting.followUp}
			</Button>
		</li>
	);
}
