import { ArrowUp } from "lucide-react";
import { useEffect, useMemo, useRef } from "react";
import { useDensity } from "#web/lib/mail-list/density.ts";
import type { MailCursor } from "#web/lib/mail-list/list-cursor.ts";
import { MailList as Rows } from "#web/lib/mail-list/mail-list.tsx";
import { type RowShape, rowHeight } from "#web/lib/mail-list/row-height.ts";
import { roleNames } from "#web/lib/mailbox/folder-names.ts";
import type { MailMark } from "#web/lib/screens/inbox-extension.ts";
import type { MailList } from "../../base/list-model.ts";
import { isFiled } from "../../base/rows.ts";
import { matchesOf } from "../../base/search-matches.ts";
import { t } from "../../base/text.ts";
import { markOf } from "../../base/use-inbox-extensions.ts";
import { type CardActions, cardShape, EmailCard } from "./email-card.tsx";
import { EmailLine } from "./email-line.tsx";
import { SwipeRow } from "./swipe-row.tsx";
import { useNewMail } from "./use-new-mail.ts";

interface MessageListProps {
	list: MailList;
	label: string;
	cursor: MailCursor;
	openId: string | null;
	/** Mailbox names by id, where several are shown. */
	accountNames: ReadonlyMap<string, string> | null;
	marks: ReadonlyMap<string, MailMark>;
	/** Several folders are shown. */
	manyFolders: boolean;
	onOpen: (id: string) => void;
	/** Moves the cursor by this many rows. */
	onMove: (by: number) => void;
	/** One line for each row, as where there is room for it. */
	isOneLine: boolean;
	/** The user's addresses, in lower case. */
	own: ReadonlySet<string>;
	/** The search; undefined: a folder. */
	q: string | undefined;
	actions: Omit<CardActions, "toggle">;
	onEndNear: () => void;
	moreError: unknown;
}

const lineShape: RowShape = { isOneLine: true };

/** The rows of a folder or search, and a button to new mail above. */
export function MessageList(props: MessageListProps) {
	const { list, cursor, openId, accountNames, manyFolders, isOneLine, own } = props;
	const { items } = list;
	const height = rowHeight(isOneLine ? lineShape : cardShape, useDensity());
	const latest = useRef(props);
	useEffect(() => {
		latest.current = props;
	});
	// Stable reference, so that scrolling renders only the rows that come into view.
	const actions = useMemo<CardActions>(
		() => ({
			toggle: (item, shift) => latest.current.cursor.toggle(item.id, shift),
			read: (item) => latest.current.actions.read(item),
			star: (item) => latest.current.actions.star(item),
			archive: (item) => latest.current.actions.archive(item),
			remove: (item) => latest.current.actions.remove(item),
			summarize: (item) => latest.current.actions.summarize(item),
			suggestReplies: (item) => latest.current.actions.suggestReplies(item),
		}),
		[],
	);
	const scroller = useRef<() => HTMLElement | null>(() => null);
	const arrived = useNewMail(scroller, items);
	const matches = useMemo(() => matchesOf(props.q), [props.q]);
	const Row = isOneLine ? EmailLine : EmailCard;
	const goUp = () => {
		const [newest] = items;
		if (newest) cursor.focus(newest.id);
	};
	return (
		<div className="relative flex min-h-0 flex-1 flex-col">
			{arrived > 0 && <NewMailButton count={arrived} onClick={goUp} />}
			<Rows
				label={props.label}
				items={items}
				total={list.nextCursor === null ? items.length : Math.max(list.total, items.length + 1)}
				rowHeight={height}
				cursor={cursor}
				openId={openId}
				scroller={scroller}
				ahead={100}
				onOpen={(item) => props.onOpen(item.id)}
				onMove={props.onMove}
				onEndNear={props.onEndNear}
				moreFailed={props.moreError != null}
				dragCount={(ids) => (cursor.selection.mode === "all" ? list.total : ids.length)}
				row={(item, state) => {
					const content = (
						<Row
							item={item}
							{...state}
							own={own}
							matches={matches}
							mark={markOf(props.marks, item)}
							account={accountNames?.get(item.accountId)}
							folder={
								manyFolders && item.folder !== "custom" && item.folder !== "inbox" ? roleNames[item.folder] : undefined
							}
							actions={actions}
						/>
					);
					if (isOneLine) return content;
					return (
						<SwipeRow
							onArchive={isFiled(item) ? undefined : () => actions.archive(item)}
							onDelete={() => actions.remove(item)}
						>
							{content}
						</SwipeRow>
					);
				}}
			/>
		</div>
	);
}

/** Above the rows, once mail has arrived that is out of view. */
function NewMailButton({ count, onClick }: { count: number; onClick: () => void }) {
	return (
		<div className="pointer-events-none absolute inset-x-0 top-2 z-[var(--z-sticky)] flex justify-center">
			<button
				type="button"
				onClick={onClick}
				className="pointer-events-auto flex h-8 items-center gap-1.5 rounded-full border border-line-strong bg-surface pr-3.5 pl-3 text-13 font-semibold text-accent shadow-2 transition-colors hover:bg-selected focus-visible:rounded-full motion-safe:animate-rise"
			>
				<ArrowUp aria-hidden="true" size={15} />
				{t.list.newEmails(count)}
			</button>
		</div>
	);
}
