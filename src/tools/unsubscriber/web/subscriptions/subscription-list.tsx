import { useRef } from "react";
import { useCommands } from "#web/lib/commands.tsx";
import { useWide } from "#web/lib/use-wide.ts";
import { VirtualList, type VirtualListHandle } from "#web/ui/virtual-list.tsx";
import type { Subscription } from "../api.ts";
import { t } from "../text.ts";
import type { RowActionHandlers } from "../unsubscribe/row-actions.tsx";
import { columns, SubscriptionRow } from "./subscription-row.tsx";

interface SubscriptionListProps {
	lists: readonly Subscription[];
	selected: ReadonlySet<string>;
	onSelected: (selected: ReadonlySet<string>) => void;
	isBusy: (list: Subscription) => boolean;
	/** Null when only one mailbox is shown. */
	mailboxOf: (list: Subscription) => string | null;
	handlers: RowActionHandlers;
}

/** Estimated row height in pixels. */
const rowHeights = { wide: 93, narrow: 160 };

/** Virtualized list of subscriptions. It scrolls inside at 96 units of height, or more where the window has room. */
export function SubscriptionList(props: SubscriptionListProps) {
	const { lists, selected, onSelected, isBusy, mailboxOf, handlers } = props;
	const wide = useWide();
	const handle = useRef<VirtualListHandle>(null);
	/** Anchor of a Shift selection. */
	const anchor = useRef<number | null>(null);
	const rowHeight = wide ? rowHeights.wide : rowHeights.narrow;
	const select = (index: number, on: boolean, shift: boolean) => {
		const start = shift ? (anchor.current ?? index) : index;
		anchor.current = index;
		const next = new Set(selected);
		for (const list of lists.slice(Math.min(start, index), Math.max(start, index) + 1)) {
			if (on && !isBusy(list)) next.add(list.id);
			else next.delete(list.id);
		}
		onSelected(next);
	};
	/** Index of the row that has the focus or contains it; -1: none. */
	const active = () => {
		const row = document.activeElement?.closest("[data-index]");
		return row && handle.current?.element()?.contains(row) ? Number(row.getAttribute("data-index")) : -1;
	};
	const step = (by: number) => {
		const index = Math.min(lists.length - 1, Math.max(0, active() + by));
		handle.current?.scrollTo(index);
		const focus = () => {
			const name = handle.current?.element()?.querySelector<HTMLElement>(`[data-index="${index}"] [data-row]`);
			name?.focus({ preventScroll: true });
			return name != null;
		};
		// A row that is out of view is rendered only once the list has scrolled to it.
		if (!focus()) requestAnimationFrame(focus);
	};
	const onActive = (act: (list: Subscription, index: number) => void) => () => {
		const index = active();
		const list = lists[index];
		if (list) act(list, index);
	};
	const group = t.subscriptions.unsubscriber;
	const hasActive = () => active() >= 0;
	useCommands([
		{ id: "unsubscriber.next", title: t.subscriptions.nextList, keys: "j", group, run: () => step(1), hidden: true },
		{
			id: "unsubscriber.previous",
			title: t.subscriptions.previousList,
			keys: "k",
			group,
			run: () => step(-1),
			hidden: true,
		},
		{
			id: "unsubscriber.select",
			title: t.subscriptions.selectList,
			keys: "x",
			group,
			hidden: true,
			when: hasActive,
			run: onActive((list, index) => select(index, !selected.has(list.id), false)),
		},
		{
			id: "unsubscriber.not-required",
			title: t.subscriptions.markListNotRequired,
			keys: "n",
			group,
			hidden: true,
			when: hasActive,
			run: onActive((list) => !isBusy(list) && handlers.notRequired(list)),
		},
	]);
	return (
		<div className="overflow-hidden rounded-3 border border-line bg-surface">
			<div
				aria-hidden="true"
				className={`${columns} h-8 items-center border-b border-line bg-sunken px-3 text-12 font-semibold text-ink-2 max-lg:hidden`}
			>
				<span />
				<span>{t.subscriptions.sender}</span>
				<span>{t.subscriptions.pastYear}</span>
				<span className="text-right">{t.subscriptions.emails}</span>
				<span className="text-right">{t.subscriptions.space}</span>
				<span className="text-right">{t.subscriptions.read}</span>
				<span className="text-right">{t.subscriptions.last}</span>
			</div>
			<div className="flex max-h-[max(24rem,calc(100dvh-330px))] flex-col">
				<VirtualList
					label={t.subscriptions.subscriptionEmails}
					count={lists.length}
					rowHeight={rowHeight}
					rowKey={(index) => lists[index]?.id ?? index}
					handle={handle}
					row={(index) => {
						const list = lists[index];
						if (!list) return null;
						return (
							<SubscriptionRow
								list={list}
								selected={selected.has(list.id)}
								busy={isBusy(list)}
								first={index === 0}
								onSelect={(on, shift) => select(index, on, shift)}
								handlers={handlers}
								mailbox={mailboxOf(list)}
							/>
						);
					}}
				/>
			</div>
		</div>
	);
}
