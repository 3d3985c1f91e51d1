import { useInfiniteQuery } from "@tanstack/react-query";
import { ChevronRight, MessageSquare } from "lucide-react";
import type { ContactMessage } from "#shared/contracts/contact.ts";
import { formatAgo, formatFullTime } from "#web/lib/base/format.ts";
import { useChange } from "#web/settings/use-change.ts";
import { Badge } from "#web/ui/base/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { confirm } from "#web/ui/overlay/confirm.ts";
import { Card } from "#web/ui/page/card.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { operatorApi, operatorKeys } from "./api.ts";
import { OperatorFrame } from "./operator-frame.tsx";
import { t } from "./text.ts";

/** `/operator/messages`: contact form messages. */
export default function MessagesPage() {
	return (
		<OperatorFrame>
			<Messages />
		</OperatorFrame>
	);
}

function Messages() {
	const query = useInfiniteQuery({
		queryKey: operatorKeys.messages,
		queryFn: ({ pageParam, signal }) =>
			operatorApi.listContactMessages({ query: pageParam === null ? {} : { cursor: pageParam } }, { signal }),
		initialPageParam: null as string | null,
		getNextPageParam: (last) => last.nextCursor,
	});
	const messages = query.data?.pages.flatMap((page) => page.items);
	return (
		<Card title={t.messagesPage.messages} note={t.messagesPage.contactFormNewestFirst} flush>
			<QueryView
				query={{ ...query, data: messages }}
				loading={<Skeleton rows={3} label={t.messagesPage.loadingMessages} />}
				errorTitle={t.messagesPage.couldntLoadMessages}
				isEmpty={(items) => items.length === 0}
				empty={
					<EmptyState
						icon={MessageSquare}
						title={t.messagesPage.noMessages}
						description={t.messagesPage.noMessagesDescription}
					/>
				}
			>
				{(items) => (
					<>
						<ul className="divide-y divide-line">
							{items.map((message) => (
								<MessageItem key={message.id} message={message} />
							))}
						</ul>
						{query.hasNextPage && (
							<div className="border-t border-line p-3 text-center">
								<Button size="small" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
									{t.messagesPage.showMore}
								</Button>
							</div>
						)}
					</>
				)}
			</QueryView>
		</Card>
	);
}

function MessageItem({ message }: { message: ContactMessage }) {
	const remove = useChange({
		make: () => operatorApi.deleteContactMessage({ params: { id: message.id } }),
		failed: t.messagesPage.couldntDeleteMessage,
		refresh: [operatorKeys.messages],
		done: () => toast({ title: t.messagesPage.messageDeleted, description: message.subject }),
	});
	const confirmDelete = async () => {
		const yes = await confirm({
			title: t.messagesPage.deleteThisMessage,
			description: t.messagesPage.deleteDescription(message.subject, message.name),
			confirm: t.messagesPage.delete,
			danger: true,
		});
		if (yes) remove.mutate();
	};
	const answer = `mailto:${encodeURIComponent(message.email)}?subject=${encodeURIComponent(t.messagesPage.replySubject(message.subject))}`;
	return (
		<li>
			<details className="group">
				<summary className="flex cursor-pointer items-baseline gap-3 px-4 py-3 marker:content-none">
					<ChevronRight
						aria-hidden="true"
						size={15}
						className="shrink-0 self-center text-ink-3 transition-transform group-open:rotate-90"
					/>
					<span className="min-w-0 flex-1">
						<span className="flex flex-wrap items-center gap-2 text-14 font-medium">
							{message.subject}
							{message.isSuspectedSpam && <Badge tone="amber">{t.messagesPage.probablySpam}</Badge>}
							{message.mailedAt && <Badge>{t.messagesPage.emailed}</Badge>}
						</span>
						<span className="block text-12 break-all text-ink-3">
							{message.name} · <span className="font-mono">{message.email}</span>
						</span>
					</span>
					<span className="shrink-0 text-12 text-ink-3" title={formatFullTime(message.createdAt)}>
						{formatAgo(message.createdAt)}
					</span>
				</summary>
				<div className="pr-4 pb-4 pl-[43px]">
					<p className="max-w-prose text-14 break-words whitespace-pre-wrap">{message.message}</p>
					<div className="mt-3 flex gap-2">
						<a
							href={answer}
							className="inline-flex h-7 items-center rounded-2 border border-line-strong bg-surface px-2.5 text-13 font-semibold hover:bg-sunken"
						>
							{t.messagesPage.replyByEmail}
						</a>
						<Button size="small" variant="danger" busy={remove.isPending} onClick={() => void confirmDelete()}>
							{t.messagesPage.delete}
						</Button>
					</div>
				</div>
			</details>
		</li>
	);
}
