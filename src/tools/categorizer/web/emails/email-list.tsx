import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { formatNumber } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { VirtualList, type VirtualListHandle } from "#web/ui/virtual-list.tsx";
import type { CategorizedEmail } from "../../contract.ts";
import type { Moves } from "../corrections/moves.ts";
import { between, choose, isChosen, type Selection } from "../selection.ts";
import { EmailRow, rowHeight } from "./email-row.tsx";
import type { Emails } from "./use-emails.ts";

interface EmailListProps {
	label: string;
	emails: Emails;
	selection: Selection;
	onSelect: (selection: Selection) => void;
	onOpen: (item: CategorizedEmail) => void;
	moves: Moves;
	/** Mailbox names by id, where several are shown. */
	accountNames: ReadonlyMap<string, string> | null;
	onEndNear: () => void;
	/** Loading more failed. */
	moreFailed: boolean;
}

/** Step of a navigation key: a number of rows, or an end. */
const steps: Record<string, number> = {
	ArrowDown: 1,
	ArrowUp: -1,
	j: 1,
	k: -1,
	PageDown: 5,
	PageUp: -5,
	End: Number.POSITIVE_INFINITY,
	Home: Number.NEGATIVE_INFINITY,
};

/** Virtualized list of emails; one row has the focus, and keys move from it. */
export function EmailList(props: EmailListProps) {
	const { emails, selection, accountNames } = props;
	const { items } = emails;
	const list = useRef<VirtualListHandle>(null);
	const [activeId, setActiveId] = useState<string | null>(null);
	/** Anchor of a range. */
	const anchor = useRef<string | null>(null);
	const focusing = useRef(false);
	const active = Math.max(
		0,
		items.findIndex(({ id }) => id === activeId),
	);
	const latest = useRef(props);
	useEffect(() => {
		latest.current = props;
	});
	// Stable reference, so that scrolling renders only the rows that come into view.
	const toggle = useCallback(({ id }: CategorizedEmail, shift: boolean) => {
		const { selection: now, onSelect, emails: shown } = latest.current;
		const order = shown.items.map((item) => item.id);
		const rows = shift ? between(order, anchor.current, id) : [id];
		if (!shift) anchor.current = id;
		onSelect(choose(now, rows, !isChosen(now, id)));
	}, []);
	const steady = useMemo<Moves>(
		() => ({
			email: (...given) => latest.current.moves.email(...given),
			ask: (...given) => latest.current.moves.ask(...given),
		}),
		[],
	);
	useEffect(() => {
		if (!focusing.current) return;
		focusing.current = false;
		list.current?.scrollTo(active);
		list.current?.element()?.querySelector<HTMLElement>(`[data-index="${active}"]`)?.focus({ preventScroll: true });
	});

	const keyDown = (event: KeyboardEvent<HTMLDivElement>) => {
		if (event.ctrlKey || event.metaKey || event.altKey) return;
		const item = items[active];
		// Keys pressed in a row's own controls are left to them.
		const onRow =
			(event.target as HTMLElement).getAttribute("role") === "row" || event.target === list.current?.element();
		const step = steps[event.key];
		if (step !== undefined) {
			const next = items[Math.min(items.length - 1, Math.max(0, active + step))];
			if (next === undefined) return;
			if (event.shiftKey && item) {
				anchor.current ??= item.id;
				props.onSelect(choose(selection, [item.id, next.id], true));
			}
			focusing.current = true;
			setActiveId(next.id);
		} else if (item && onRow && (event.key === " " || event.key === "x")) toggle(item, event.shiftKey);
		else if (item && onRow && event.key === "Enter") props.onOpen(item);
		else return;
		event.preventDefault();
		event.stopPropagation();
	};

	return (
		<VirtualList
			role="grid"
			label={props.label}
			count={items.length}
			total={emails.total}
			rowHeight={rowHeight}
			fixedRows
			keepRow={active}
			ahead={40}
			rowKey={(index) => items[index]?.id ?? index}
			handle={list}
			listProps={{ tabIndex: -1, onKeyDown: keyDown }}
			onEndNear={props.onEndNear}
			rowProps={(index) => {
				const item = items[index];
				if (!item) return {};
				return {
					tabIndex: index === active ? 0 : -1,
					"aria-selected": isChosen(selection, item.id),
					className: "group/row outline-none focus-visible:shadow-none",
					onFocus: () => setActiveId(item.id),
				};
			}}
			row={(index) => {
				const item = items[index];
				if (!item) return null;
				return (
					<EmailRow
						item={item}
						selected={isChosen(selection, item.id)}
						active={index === active}
						account={accountNames?.get(item.accountId)}
						onToggle={toggle}
						moves={steady}
					/>
				);
			}}
			footer={
				items.length < emails.total && (
					<div className="flex h-12 items-center justify-center gap-3 text-13 text-ink-3">
						{props.moreFailed ? (
							<>
								Couldn't load more emails.
								<Button size="small" onClick={props.onEndNear}>
									Try again
								</Button>
							</>
						) : (
							`${formatNumber(items.length)} of ${formatNumber(emails.total)}…`
						)}
					</div>
				)
			}
		/>
	);
}
