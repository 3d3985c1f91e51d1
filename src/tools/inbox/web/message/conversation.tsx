import { ChevronsUpDown, Paperclip } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { formatListTime } from "#web/lib/base/format.ts";
import { roleNames } from "#web/lib/mailbox/folder-names.ts";
import { Avatar } from "#web/ui/base/avatar.tsx";
import { Badge } from "#web/ui/base/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { ErrorBoundary } from "#web/ui/state/error-boundary.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import type { EmailItem } from "../base/mail.ts";
import { t } from "../base/reader-text.ts";
import { t as inboxText } from "../base/text.ts";
import { useChanges } from "../changes/use-changes.ts";
import { foldedRuns } from "./folded-runs.ts";
import { LinkSheetProvider } from "./links/open-link.tsx";
import { Message } from "./message.tsx";
import { OriginalButton } from "./original-dialog.tsx";
import { type MoreMessages, type Thread, useThread } from "./use-thread.ts";

interface ConversationProps {
	/** The message that was opened. */
	item: EmailItem;
	own: ReadonlySet<string>;
	/** Showing messages cannot mark them as read. */
	readOnly: boolean;
}

/** Unread messages that are opened at once; the older ones of more stay closed. */
const MOST_OPENED = 25;

/** The opened message within its conversation, oldest first. */
export function Conversation({ item, own, readOnly }: ConversationProps) {
	const thread = useThread(item.threadId, item.id);
	// Whether quotes can be folded depends on the whole conversation: wait for it instead of rendering twice.
	// If it cannot be loaded, the opened message is shown alone: it reports its own errors.
	if (thread.isPending) return <Skeleton shape="text" rows={6} label={t.message.loadingTheConversation} />;
	const isThere = thread.items.some((other) => other.id === item.id);
	const shown = isThere ? thread : { ...thread, items: [item], total: 1, earlier: null, later: null };
	return <Messages item={item} thread={shown} own={own} readOnly={readOnly} />;
}

/** The opened message and unread ones are shown, the others expand on request. */
function Messages({ item, thread, own, readOnly }: ConversationProps & { thread: Thread }) {
	const { items, earlier, later } = thread;
	const { opened, toggle } = useOpened(items, { item, readOnly });
	const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
	const isOpen = (other: EmailItem) => other.id === item.id || opened.has(other.id);
	return (
		<LinkSheetProvider>
			<ol className="flex flex-col">
				{earlier && (
					<li className="border-b border-line">
						<MoreMessagesRow
							more={earlier}
							label={t.message.showEarlier}
							note={later === null ? t.message.loadedOf(items.length, thread.total) : undefined}
						/>
					</li>
				)}
				{foldedRuns(items, isOpen).map(({ shown, folded }) => {
					const [first] = folded;
					if (first !== undefined && !unfolded.has(first.id))
						return (
							<li key={first.id} className="border-b border-line">
								<OlderMessages
									messages={folded}
									own={own}
									onShow={() => setUnfolded(new Set([...unfolded, first.id]))}
								/>
							</li>
						);
					return [...shown, ...folded].flatMap((other) => {
						// The opened message's current state: its list item may be newer than the thread.
						const current = other.id === item.id ? item : other;
						const row = (
							<li key={current.id} className="border-b border-line py-4 first:pt-0 last:border-0">
								{current.id !== item.id && (
									<Closed
										item={current}
										here={item.folder}
										expanded={isOpen(current)}
										onToggle={() => toggle(current.id)}
									/>
								)}
								{isOpen(current) && (
									<div className={current.id === item.id ? undefined : "pt-4"}>
										<ErrorBoundary
											resetKey={current.id}
											fallback={(_, reset) => <BrokenMessage item={current} onRetry={reset} />}
										>
											<Message
												item={current}
												own={own}
												fold={earlier !== null || items[0] !== other || !isForward(current)}
											/>
										</ErrorBoundary>
									</div>
								)}
							</li>
						);
						if (other.id !== item.id || later === null) return [row];
						return [
							row,
							<li key="later" className="border-b border-line">
								<MoreMessagesRow more={later} label={t.message.showLater} />
							</li>,
						];
					});
				})}
			</ol>
		</LinkSheetProvider>
	);
}

/** Which other messages are open; opening one marks it as read. */
function useOpened(items: readonly EmailItem[], { item, readOnly }: Pick<ConversationProps, "item" | "readOnly">) {
	const changes = useChanges();
	const [opened, setOpened] = useState<ReadonlySet<string>>(
		() =>
			new Set(
				items
					.filter((other) => shownAtFirst(other, item))
					.slice(-MOST_OPENED)
					.map(({ id }) => id),
			),
	);
	const toggle = (id: string) => {
		const next = new Set(opened);
		if (!next.delete(id)) next.add(id);
		setOpened(next);
	};
	const seen = useRef(new Set([item.id]));
	const markRead = useEffectEvent((shown: ReadonlySet<string>) => {
		// Once per opening: the thread may be fetched again before the change is stored.
		const unread = items.filter(({ id, isRead }) => shown.has(id) && !isRead && !seen.current.has(id));
		if (unread.length === 0 || readOnly) return;
		for (const { id } of unread) seen.current.add(id);
		void changes.apply({ type: "mark_read", value: true }, unread, { quiet: true, source: "reading" });
	});
	useEffect(() => markRead(opened), [opened]);
	return { opened, toggle };
}

/** Unread, and meant to be read: drafts and what is in the trash are not. */
function shownAtFirst(other: EmailItem, { folder }: EmailItem): boolean {
	return !other.isRead && (other.folder === folder || !["drafts", "spam", "trash"].includes(other.folder));
}

/** What is forwarded is the message, not a quote of one before. */
function isForward({ subject }: EmailItem): boolean {
	return /^\s*(?:fwd?|wg|tr|rv|i|enc)\s*:/i.test(subject);
}

/** Messages in a row as one; the row shows who wrote them. */
function OlderMessages(props: { messages: readonly EmailItem[]; own: ReadonlySet<string>; onShow: () => void }) {
	const { messages, own, onShow } = props;
	const people = messages.map(({ senderName, senderEmail }) =>
		own.has(senderEmail.toLowerCase()) ? inboxText.list.you : senderName || senderEmail,
	);
	const [from, until] = [messages[0], messages.at(-1)].map((one) => formatListTime(one?.receivedAt ?? 0));
	return (
		<button type="button" onClick={onShow} className="flex w-full items-center gap-3 rounded-2 py-2 text-left text-13">
			<ChevronsUpDown aria-hidden="true" size={16} className="mx-1.5 shrink-0 text-ink-3" />
			<span className="shrink-0 font-semibold">{t.message.olderMessages(messages.length)}</span>
			<span className="min-w-0 flex-1 truncate text-ink-3">{[...new Set(people)].join(", ")}</span>
			<span className="shrink-0 text-12 text-ink-3">{from === until ? from : `${from} – ${until}`}</span>
		</button>
	);
}

/** Messages that are loaded on request. */
function MoreMessagesRow({ more, label, note }: { more: MoreMessages; label: string; note?: string | undefined }) {
	return (
		<button
			type="button"
			disabled={more.isLoading}
			onClick={more.load}
			className="flex w-full items-center gap-3 rounded-2 py-2 text-left text-13"
		>
			<ChevronsUpDown aria-hidden="true" size={16} className="mx-1.5 shrink-0 text-ink-3" />
			<span className="min-w-0 flex-1 truncate font-semibold">{more.isLoading ? t.message.loadingMore : label}</span>
			{note !== undefined && <span className="shrink-0 text-12 text-ink-3 tabular-nums">{note}</span>}
		</button>
	);
}

/** Error boundary of one message: the rest of the conversation stays visible. */
function BrokenMessage({ item, onRetry }: { item: EmailItem; onRetry: () => void }) {
	return (
		<article aria-label={`${item.senderName || item.senderEmail}: ${item.subject || t.message.noSubject}`}>
			<Notice tone="red">
				<p>{t.message.cannotShow(item.senderName || item.senderEmail || t.message.anUnknownSender)}</p>
				<div className="mt-2 mb-1 flex flex-wrap gap-2">
					<Button size="small" onClick={onRetry}>
						{t.message.tryAgain}
					</Button>
					<OriginalButton email={item} />
				</div>
			</Notice>
		</article>
	);
}

interface ClosedProps {
	item: EmailItem;
	/** The opened message's folder: messages in other folders are marked. */
	here: EmailItem["folder"];
	expanded: boolean;
	onToggle: () => void;
}

/** One line of a collapsed message. */
function Closed({ item, here, expanded, onToggle }: ClosedProps) {
	return (
		<button
			type="button"
			aria-expanded={expanded}
			onClick={onToggle}
			className="group flex w-full items-center gap-3 rounded-2 text-left"
		>
			<Avatar name={item.senderName || item.senderEmail} size="small" />
			<span className={`shrink-0 text-14 ${item.isRead ? "text-ink-2" : "font-semibold"}`}>
				{item.senderName || item.senderEmail}
			</span>
			<span className="min-w-0 flex-1 truncate text-13 text-ink-3 group-hover:text-ink-2">
				{expanded ? "" : item.preview}
			</span>
			{item.folder !== here && item.folder !== "custom" && <Badge>{roleNames[item.folder]}</Badge>}
			{item.hasAttachments && (
				<Paperclip size={14} aria-label={t.message.hasAttachments} className="shrink-0 text-ink-3" />
			)}
			<time dateTime={item.receivedAt} className="shrink-0 text-12 text-ink-3 tabular-nums">
				{formatListTime(item.receivedAt)}
			</time>
		</button>
	);
}
