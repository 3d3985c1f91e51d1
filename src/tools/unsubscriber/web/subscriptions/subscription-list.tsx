import { formatBytes, formatFullTime, formatMailTime, formatNumber } from "#web/lib/base/format.ts";
import { snippetOf } from "#web/lib/base/snippet.ts";
import { MailLink } from "#web/lib/screens/mail-link.tsx";
import { Badge } from "#web/ui/base/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { SparkBars } from "#web/ui/workbench/spark-bars.tsx";
import { type WorkColumn, WorkList } from "#web/ui/workbench/work-list.tsx";
import { searchOfList } from "../../searches.ts";
import { tool } from "../../tool.ts";
import type { Subscription } from "../base/api.ts";
import { perWeek } from "../base/emails-a-week.ts";
import { readRate } from "../base/labels.ts";
import { SubscriptionBadges } from "../base/subscription-badges.tsx";
import { t } from "../base/text.ts";
import { RowActions } from "../unsubscribe/row-actions.tsx";
import { canSelect, type ListState } from "./use-list-state.ts";

interface SubscriptionListProps {
	state: ListState;
	/** What the bars count: "Emails per month, oldest first". */
	barsLabel: string;
	/** Null when only one mailbox is shown. */
	mailboxOf: (list: Subscription) => string | null;
	/** Of the counts, ISO 8601. */
	range: { from: string; until?: string };
}

/** The subscriptions, one line each: sender, unsubscribe method, newest email and volume. */
export function SubscriptionList({ state, barsLabel, mailboxOf, range }: SubscriptionListProps) {
	const { shown, choosable, chosen, handlers } = state;
	const isAll = choosable.length > 0 && chosen.length === choosable.length;
	return (
		<WorkList
			label={t.subscriptions.subscriptionEmails}
			group={{ id: "unsubscriber", title: tool.title }}
			rows={shown}
			rowKey={({ id }) => id}
			rowName={({ name }) => name}
			rowNote={(list) => <Addresses list={list} mailbox={mailboxOf(list)} />}
			columns={columnsOf(range, barsLabel)}
			phone={{
				note: (list) => (
					<>
						<SubscriptionBadges list={list} isCompact />
						<span className="truncate">{t.subscriptions.readPart(readRate(list))}</span>
					</>
				),
				end: (list) => (
					<>
						<SparkBars label={barsLabel} values={list.volume} color={list.category ?? "seq-2"} />
						<span className="w-12 text-right text-14 font-semibold tabular-nums">
							{perWeek(list, range)}
							<span className="block text-12 font-normal text-ink-3">{t.subscriptions.aWeekShort}</span>
						</span>
					</>
				),
			}}
			head={
				<>
					<h2 className="flex items-center gap-2 text-13 font-semibold text-ink">
						{t.subscriptions.subscriptionEmails} <Badge>{formatNumber(shown.length)}</Badge>
					</h2>
					{choosable.length > 0 && (
						<Button variant="ghost" size="small" onClick={() => state.selectAll(!isAll)}>
							{isAll ? t.subscriptions.deselectAll : t.subscriptions.selectAll}
						</Button>
					)}
				</>
			}
			selection={{
				selected: state.selected,
				onChange: state.setSelected,
				label: ({ name }) => t.subscriptions.select(name),
				canSelect,
			}}
			isBusy={state.isBusy}
			actions={(list) => <RowActions list={list} disabled={state.isBusy(list)} handlers={handlers} />}
			opened={state.opened}
			onOpen={handlers.details}
			onClose={() => state.setOpened(null)}
			keys={[{ id: "not-required", title: t.subscriptions.markListNotRequired, keys: "n", run: handlers.notRequired }]}
		/>
	);
}

function Addresses({ list, mailbox }: { list: Subscription; mailbox: string | null }) {
	return (
		<>
			<span className="font-mono">{list.senders[0]?.email}</span>
			{list.senderCount > 1 && t.subscriptions.andMore(list.senderCount - 1)}
			{mailbox !== null && <> · {mailbox}</>}
		</>
	);
}

/** Statuses whose reason is shown instead of the newest email. */
const explained = new Set<Subscription["state"]>(["failed", "needs_action", "still_sending"]);

function Newest({ list }: { list: Subscription }) {
	const failure = explained.has(list.state) ? list.attempt?.explanation : null;
	const why = list.isSuspicious ? list.unsubscribe.explanation : failure;
	if (why) return <p className="line-clamp-2 text-12 text-ink-2">{why}</p>;
	if (list.newest === null) return <p className="text-13 text-ink-3">{t.subscriptions.noEmailsLeft}</p>;
	return (
		<>
			<p className="truncate text-13">{list.newest.subject || t.subscriptions.noSubject}</p>
			<p className="truncate text-12 text-ink-3">
				{snippetOf({ preview: list.newest.snippet, subject: list.newest.subject, senderName: list.name })}
			</p>
		</>
	);
}

function columnsOf(range: SubscriptionListProps["range"], barsLabel: string): WorkColumn<Subscription>[] {
	return [
		{
			id: "emails",
			header: t.subscriptions.emails,
			align: "end",
			width: 56,
			cell: (list) => (
				<span title={list.rhythm}>
					<MailLink search={list.count === 0 ? null : searchOfList(list, range)} account={list.accountId}>
						{formatNumber(list.count)}
					</MailLink>
				</span>
			),
		},
		{
			id: "method",
			header: t.subscriptions.unsubscribe,
			width: 152,
			from: "narrow",
			cell: (list) => <SubscriptionBadges list={list} />,
		},
		{
			id: "newest",
			header: t.subscriptions.newestEmail,
			width: 1.3,
			grows: true,
			from: "wide",
			cell: (list) => <Newest list={list} />,
		},
		{
			id: "volume",
			header: t.subscriptions.overTime,
			width: 84,
			from: "narrow",
			cell: (list) => <SparkBars label={barsLabel} values={list.volume} color={list.category ?? "seq-2"} />,
		},
		{
			id: "read",
			header: t.subscriptions.read,
			align: "end",
			width: 48,
			from: "medium",
			cell: (list) => <ReadShare list={list} />,
		},
		{
			id: "space",
			header: t.subscriptions.space,
			align: "end",
			width: 64,
			from: "wide",
			cell: ({ bytes }) => formatBytes(bytes),
		},
		{
			id: "last",
			header: t.subscriptions.last,
			align: "end",
			width: 64,
			from: "medium",
			cell: ({ lastAt }) =>
				lastAt !== null && (
					<time dateTime={lastAt} title={formatFullTime(lastAt)} className="text-13">
						{formatMailTime(lastAt)}
					</time>
				),
		},
	];
}

function ReadShare({ list }: { list: Subscription }) {
	if (list.count > 0 && list.readCount === 0)
		return <span className="font-semibold text-amber">{t.subscriptions.never}</span>;
	return readRate(list);
}
