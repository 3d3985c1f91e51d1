import { useInfiniteQuery } from "@tanstack/react-query";
import type { WebhookDelivery } from "#shared/contracts/webhooks.ts";
import { formatAgo, formatFullTime } from "#web/lib/base/format.ts";
import { Badge, type Tone } from "#web/ui/base/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { useChange } from "../use-change.ts";
import { webhookKeys, webhooksApi } from "./api.ts";
import { t } from "./text.ts";

const tones: Record<WebhookDelivery["state"], Tone> = { pending: "blue", delivered: "green", failed: "red" };

/** The log of a webhook. @param canResend the webhook is active */
export function Deliveries({ webhookId, canResend }: { webhookId: string; canResend: boolean }) {
	const query = useInfiniteQuery({
		queryKey: webhookKeys.deliveries(webhookId),
		initialPageParam: undefined as string | undefined,
		queryFn: ({ pageParam: cursor, signal }) =>
			webhooksApi.listWebhookDeliveries({ params: { id: webhookId }, query: { limit: 20, cursor } }, { signal }),
		getNextPageParam: (page) => page.nextCursor ?? undefined,
	});
	const items = query.data?.pages.flatMap((page) => page.items) ?? [];
	return (
		<div className="rounded-2 border border-line">
			<QueryView
				query={query}
				loading={<Skeleton rows={2} label={t.log.loading} />}
				errorTitle={t.log.couldntLoad}
				isEmpty={() => items.length === 0}
				empty={<p className="px-3 py-2 text-13 text-ink-3">{t.log.none}</p>}
			>
				{() => (
					<ul aria-label={t.log.title} className="divide-y divide-line">
						{items.map((delivery) => (
							<Delivery key={delivery.id} delivery={delivery} canResend={canResend || delivery.isTest} />
						))}
					</ul>
				)}
			</QueryView>
			{query.hasNextPage && (
				<div className="flex justify-center border-t border-line p-2">
					<Button size="small" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
						{t.log.more}
					</Button>
				</div>
			)}
		</div>
	);
}

function Delivery({ delivery, canResend }: { delivery: WebhookDelivery; canResend: boolean }) {
	const { id, event, state, attempts, nextAttemptAt, responseStatus, responseExcerpt, error, createdAt } = delivery;
	const resend = useChange({
		make: () => webhooksApi.resendWebhookDelivery({ params: { id } }),
		failed: t.log.couldntResend,
		refresh: [webhookKeys.all],
	});
	const facts = [
		t.log.attempts(attempts),
		...(responseStatus === null ? [] : [`HTTP ${responseStatus}`]),
		...(state === "pending" && nextAttemptAt !== null && attempts > 0 ? [t.log.next(nextAttemptAt)] : []),
	];
	const response = [error, responseExcerpt].filter((part) => part !== null).join(" ");
	return (
		<li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 sm:flex-nowrap">
			<div className="min-w-0 flex-1 max-sm:basis-full">
				<p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-13">
					<span className="font-medium">{event}</span>
					{delivery.isTest && <Badge>{t.log.test}</Badge>}
					<Badge tone={tones[state]}>{t.log.states[state]}</Badge>
					<span className="text-12 text-ink-3">{facts.join(" · ")}</span>
				</p>
				{response !== "" && (
					<p title={response} className="mt-0.5 line-clamp-2 font-mono text-12 wrap-anywhere text-ink-2">
						{response}
					</p>
				)}
			</div>
			<time dateTime={createdAt} title={formatFullTime(createdAt)} className="text-12 whitespace-nowrap text-ink-3">
				{formatAgo(createdAt)}
			</time>
			{state !== "pending" && canResend && (
				<Button
					size="small"
					aria-label={t.log.resendNamed(event, createdAt)}
					busy={resend.isPending}
					onClick={() => resend.mutate()}
				>
					{t.log.resend}
				</Button>
			)}
		</li>
	);
}
