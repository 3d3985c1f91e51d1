import { MailOpen, PartyPopper } from "lucide-react";
import { isEmpty, isSelected, type Selection } from "#web/lib/mail-list/selection.ts";
import { EmptyState } from "#web/ui/state/states.tsx";
import type { MailList } from "./base/list-model.ts";
import { countOf, selectedIn, unreadOf } from "./base/rows.ts";
import { describeSelected } from "./base/selected-text.ts";
import { t } from "./base/text.ts";

interface NothingOpenProps {
	/** Undefined while it loads. */
	list: MailList | undefined;
	selection: Selection;
	/** The whole inbox is shown. */
	isInbox: boolean;
}

/** The reading pane without an email: what is selected, or that everything is done. */
export function NothingOpen({ list, selection, isInbox }: NothingOpenProps) {
	if (list !== undefined && !isEmpty(selection)) return <SelectionSummary list={list} selection={selection} />;
	if (isInbox && list?.items.length === 0)
		return (
			<EmptyState icon={PartyPopper} title={t.summary.allCaughtUp} description={t.summary.allCaughtUpDescription} />
		);
	return <EmptyState icon={MailOpen} title={t.page.noEmailOpen} description={t.page.noEmailOpenDescription} />;
}

/** Senders that are named. */
const mostSenders = 5;

function SelectionSummary({ list, selection }: { list: MailList; selection: Selection }) {
	const rows = list.items.filter(({ id }) => isSelected(selection, id));
	const emails = rows.reduce((sum, row) => sum + countOf(row), 0);
	const isEverything = selection.mode === "all";
	const unread = rows.reduce((sum, row) => sum + unreadOf(row), 0);
	const counts = new Map<string, number>();
	for (const row of rows) {
		const name = row.senderName || row.senderEmail || t.list.unknownSender;
		counts.set(name, (counts.get(name) ?? 0) + 1);
	}
	const senders = [...counts].sort(([, a], [, b]) => b - a);
	const title = describeSelected(selectedIn(list.items, list.total, selection));
	return (
		<section aria-label={title} className="flex w-80 max-w-full flex-col gap-4 px-4 py-8">
			<div>
				<h2 className="font-display text-28 font-medium">{title}</h2>
				<p className="text-14 text-ink-2">{isEverything ? t.summary.everything : t.summary.includes(emails, unread)}</p>
			</div>
			{!isEverything && (
				<div className="border-t border-line pt-3">
					<h3 className="pb-1 text-12 font-semibold text-ink-3">{t.summary.from}</h3>
					<ul className="text-14">
						{senders.slice(0, mostSenders).map(([name, count]) => (
							<li key={name} className="flex items-baseline gap-3 py-0.5">
								<span className="min-w-0 flex-1 truncate">{name}</span>
								<span className="text-13 text-ink-3 tabular-nums">{count}</span>
							</li>
						))}
					</ul>
					{senders.length > mostSenders && (
						<p className="pt-0.5 text-13 text-ink-3">{t.summary.others(senders.length - mostSenders)}</p>
					)}
				</div>
			)}
			<p className="text-13 text-ink-3">{t.summary.hint}</p>
		</section>
	);
}
