import { ArrowUp } from "lucide-react";
import { type MouseEvent, type Ref, useCallback, useEffect, useImperativeHandle, useMemo, useRef } from "react";
import { formatCount, formatNumber } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { VirtualList, type VirtualListHandle } from "#web/ui/virtual-list.tsx";
import { roleNames } from "../folders/folder-names.ts";
import type { MailList } from "../list-model.ts";
import type { EmailItem } from "../mail.ts";
import { type CardActions, cardHeight, EmailCard } from "./email-card.tsx";
import { isEmpty, type Selection } from "./selection.ts";
import { useNewMail } from "./use-new-mail.ts";

export interface MessageListHandle {
	/** Scrolls a message into view and focuses its row. */
	focus: (id: string) => void;
}

interface MessageListProps {
	list: MailList;
	label: string;
	selection: Selection;
	/** The row with the keyboard cursor. */
	activeId: string | null;
	openId: string | null;
	/** Mailbox names by id, where several are shown. */
	accountNames: ReadonlyMap<string, string> | null;
	/** Several folders are shown. */
	manyFolders: boolean;
	onOpen: (id: string) => void;
	onActive: (id: string) => void;
	/** Toggles one row; `shift`: the range from the anchor to it. */
	onToggle: (id: string, shift: boolean) => void;
	onRead: (item: EmailItem) => void;
	onStar: (item: EmailItem) => void;
	onDelete: (item: EmailItem) => void;
	onEndNear: () => void;
	moreError: unknown;
	handle: Ref<MessageListHandle>;
}

/** The virtualized rows of a list. */
export function MessageList(props: MessageListProps) {
	const { list, selection, activeId, openId, accountNames, manyFolders } = props;
	const { items } = list;
	const rows = useRef<VirtualListHandle>(null);
	const active = useMemo(
		() =>
			activeId === null
				? 0
				: Math.max(
						0,
						items.findIndex((item) => item.id === activeId),
					),
		[items, activeId],
	);
	const wanted = useRef<string | null>(null);
	const latest = useRef(props);
	useEffect(() => {
		latest.current = props;
	});
	// Stable reference, so that scrolling renders only the rows that come into view.
	const actions = useMemo<CardActions>(
		() => ({
			toggle: (item, shift) => latest.current.onToggle(item.id, shift),
			read: (item) => latest.current.onRead(item),
			star: (item) => latest.current.onStar(item),
			remove: (item) => latest.current.onDelete(item),
		}),
		[],
	);

	const takeFocus = useCallback(() => {
		const index = items.findIndex((item) => item.id === wanted.current);
		const row = rows.current?.element()?.querySelector<HTMLElement>(`[data-index="${index}"]`);
		if (index < 0 || !row) return;
		wanted.current = null;
		row.focus({ preventScroll: true });
		rows.current?.scrollTo(index);
	}, [items]);
	useImperativeHandle(props.handle, () => ({
		focus: (id) => {
			wanted.current = id;
			takeFocus();
		},
	}));
	// The row may be rendered only with the next render, once it is the active one.
	useEffect(() => {
		if (wanted.current !== null) takeFocus();
	});

	const rowKey = useCallback((index: number) => items[index]?.id ?? index, [items]);
	const click = (item: EmailItem) => (event: MouseEvent<HTMLDivElement>) => {
		if ((event.target as HTMLElement).closest("button, [role=checkbox]")) return;
		if (event.ctrlKey || event.metaKey) props.onToggle(item.id, false);
		else if (event.shiftKey) {
			// Otherwise the browser selects the text between the two clicks.
			getSelection()?.removeAllRanges();
			props.onToggle(item.id, true);
		} else props.onOpen(item.id);
	};
	const everything = selection.everything;
	const arrived = useNewMail(
		useCallback(() => rows.current?.element() ?? null, []),
		items,
	);
	const goUp = () => {
		const [newest] = items;
		rows.current?.scrollTo(0);
		if (!newest) return;
		props.onActive(newest.id);
		wanted.current = newest.id;
	};
	return (
		<div className="relative flex min-h-0 flex-1 flex-col">
			{arrived > 0 && (
				<div className="pointer-events-none absolute inset-x-0 top-2 z-[var(--z-sticky)] flex justify-center">
					<button
						type="button"
						onClick={goUp}
						className="pointer-events-auto flex h-8 items-center gap-1.5 rounded-full border border-line-strong bg-surface pr-3.5 pl-3 text-13 font-semibold text-accent shadow-2 transition-colors hover:bg-selected focus-visible:rounded-full motion-safe:animate-rise"
					>
						<ArrowUp aria-hidden="true" size={15} />
						{formatCount(arrived, "new email")}
					</button>
				</div>
			)}
			<VirtualList
				role="grid"
				label={props.label}
				count={items.length}
				total={list.total}
				rowHeight={cardHeight}
				fixedRows
				keepRow={active}
				ahead={100}
				rowKey={rowKey}
				handle={rows}
				listProps={{ tabIndex: -1 }}
				onEndNear={props.onEndNear}
				rowProps={(index) => {
					const item = items[index];
					if (!item) return {};
					return {
						tabIndex: index === active ? 0 : -1,
						"aria-selected": everything || selection.ids.has(item.id),
						"aria-current": item.id === openId ? "true" : undefined,
						className: "group/row cursor-pointer outline-none select-none focus-visible:shadow-none",
						onClick: click(item),
						onContextMenu: (event) => {
							// A long press selects, as touch has no hover.
							if ((event.nativeEvent as PointerEvent).pointerType !== "touch") return;
							event.preventDefault();
							props.onToggle(item.id, false);
						},
						onFocus: () => props.onActive(item.id),
					};
				}}
				row={(index) => {
					const item = items[index];
					if (!item) return null;
					return (
						<EmailCard
							item={item}
							selected={everything || selection.ids.has(item.id)}
							open={item.id === openId}
							active={index === active}
							selecting={!isEmpty(selection)}
							account={accountNames?.get(item.accountId)}
							folder={
								manyFolders && item.folder !== "custom" && item.folder !== "inbox" ? roleNames[item.folder] : undefined
							}
							actions={actions}
						/>
					);
				}}
				footer={list.nextCursor !== null && <More list={list} error={props.moreError} onRetry={props.onEndNear} />}
			/>
		</div>
	);
}

function More({ list, error, onRetry }: { list: MailList; error: unknown; onRetry: () => void }) {
	return (
		<div className="flex h-12 items-center justify-center gap-3 text-13 text-ink-3">
			{error ? (
				<>
					Couldn't load more emails.
					<Button size="small" onClick={onRetry}>
						Try again
					</Button>
				</>
			) : (
				`${formatNumber(list.items.length)} of ${formatNumber(list.total)}…`
			)}
		</div>
	);
}
