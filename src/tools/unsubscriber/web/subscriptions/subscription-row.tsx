import { formatBytes, formatFullTime, formatMailTime, formatNumber } from "#web/lib/format.ts";
import { useWide } from "#web/lib/use-wide.ts";
import { Sparkline } from "#web/ui/charts/sparkline.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { cx } from "#web/ui/cx.ts";
import { Spinner } from "#web/ui/spinner.tsx";
import type { Subscription } from "../api.ts";
import { Badges } from "../badges.tsx";
import { readShare } from "../labels.ts";
import { t } from "../text.ts";
import { type RowActionHandlers, RowActions } from "../unsubscribe/row-actions.tsx";

interface SubscriptionRowProps {
	list: Subscription;
	selected: boolean;
	busy: boolean;
	/** The first row. */
	first: boolean;
	onSelect: (selected: boolean, shift: boolean) => void;
	handlers: RowActionHandlers;
	/** Mailbox name, where several are shown. */
	mailbox: string | null;
}

/** Grid columns of the header and of the first line of each row. */
export const columns =
	"grid grid-cols-[16px_minmax(0,1fr)_auto] gap-x-3 lg:grid-cols-[16px_minmax(0,1fr)_92px_132px_64px_44px_72px]";

/** Statuses whose reason is always visible. */
const explained = new Set<Subscription["state"]>(["failed", "needs_you", "still_sending"]);

/** One subscription: sender, volume, unsubscribe method, and newest email. */
export function SubscriptionRow({ list, selected, busy, first, onSelect, handlers, mailbox }: SubscriptionRowProps) {
	const wide = useWide();
	const { newest } = list;
	const from = list.senders[0]?.email ?? "";
	const why = explained.has(list.state) ? list.attempt?.explanation : null;
	return (
		<div aria-busy={busy} className={cx("px-3 py-3", selected && "bg-selected", !first && "border-t border-line")}>
			<div className={`${columns} items-start`}>
				<span className="flex h-5 items-center">
					{busy ? (
						<Spinner />
					) : (
						<Checkbox label={t.subscriptions.select(list.name)} checked={selected} onChange={onSelect} />
					)}
				</span>
				<div className="min-w-0">
					<div className="flex min-w-0 items-center gap-2">
						<button
							type="button"
							data-row={list.id}
							onClick={() => handlers.details(list)}
							className="block min-w-0 truncate rounded-1 text-left text-14 font-semibold hover:underline"
						>
							{list.name}
						</button>
						{wide && (
							<span className="shrink-0">
								<Badges list={list} />
							</span>
						)}
					</div>
					<p className="truncate font-mono text-12 text-ink-3">
						{from}
						{list.senderCount > 1 && t.subscriptions.andMore(list.senderCount - 1)}
						{mailbox !== null && <span className="font-sans"> · {mailbox}</span>}
					</p>
				</div>
				<span className="max-lg:hidden">
					<Sparkline label={t.subscriptions.perMonth} values={list.months} />
				</span>
				<p className="text-right text-14 tabular-nums max-lg:hidden">
					<span className="sr-only">{t.subscriptions.emailsColon} </span>
					{formatNumber(list.count)}
					<span className="block text-12 text-ink-3">{list.rhythm}</span>
				</p>
				<p className="text-right text-14 tabular-nums max-lg:hidden">
					<span className="sr-only">{t.subscriptions.spaceColon} </span>
					{formatBytes(list.bytes)}
				</p>
				<p className="text-right text-14 tabular-nums max-lg:hidden">
					<span className="sr-only">{t.subscriptions.readColon} </span>
					{readShare(list)}
				</p>
				<p className="text-right text-13">
					{list.lastAt !== null && (
						<time dateTime={list.lastAt} title={formatFullTime(list.lastAt)}>
							{formatMailTime(list.lastAt)}
						</time>
					)}
					{list.since !== null && (
						<span className="block text-12 text-ink-3 max-lg:hidden" title={t.subscriptions.sinceDate(list.since)}>
							{t.subscriptions.sinceYear(String(new Date(list.since).getFullYear()))}
						</span>
					)}
				</p>
			</div>
			<div className="mt-1 ml-7 flex items-center gap-x-4 gap-y-2 max-lg:flex-wrap">
				<div className="min-w-0 flex-1 max-lg:basis-full">
					<p className="truncate text-13">
						{newest === null ? (
							<span className="text-ink-3">{t.subscriptions.noEmailsLeft}</span>
						) : (
							<>
								<span>{newest.subject || t.subscriptions.noSubject}</span>{" "}
								<span className="text-ink-3">{newest.snippet}</span>
							</>
						)}
					</p>
					<p className="text-12 text-ink-3 tabular-nums lg:hidden">
						{t.subscriptions.summaryNamed(list.count, list.rhythm, list.bytes, readShare(list))}
					</p>
					{why && <p className="mt-1 text-12 text-ink-2">{why}</p>}
				</div>
				{!wide && (
					<div className="min-w-0 flex-1">
						<Badges list={list} />
					</div>
				)}
				<RowActions list={list} disabled={busy} handlers={handlers} />
			</div>
		</div>
	);
}
