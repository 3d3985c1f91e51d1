import { useQuery } from "@tanstack/react-query";
import { Paperclip } from "lucide-react";
import { useState } from "react";
import { formatMailTime } from "#web/lib/format.ts";
import { roleNames } from "#web/lib/mailbox/folder-names.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ErrorBoundary } from "#web/ui/error-boundary.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { EmailItem } from "../mail.ts";
import { t } from "../text.ts";
import { LinkSheetProvider } from "./links/open-link.tsx";
import { Message } from "./message.tsx";
import { OriginalButton } from "./original-dialog.tsx";
import { threadQuery } from "./use-message.ts";

interface ConversationProps {
	/** The message that was opened. */
	item: EmailItem;
	own: ReadonlySet<string>;
}

/** How many consecutive collapsed messages are shown before they are replaced by a count. */
const few = 4;

/** The opened message within its conversation, oldest first; the others expand on request. */
export function Conversation({ item, own }: ConversationProps) {
	const thread = useQuery(threadQuery(item.threadId));
	const others = thread.data ?? [];
	const items = others.some((other) => other.id === item.id) ? others : [item];
	const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
	const [showAll, setShowAll] = useState(false);
	const toggle = (id: string) => {
		const next = new Set(opened);
		if (!next.delete(id)) next.add(id);
		setOpened(next);
	};
	// Whether quotes can be folded depends on the whole conversation: wait for it instead of rendering twice.
	// If it cannot be loaded, the opened message is shown alone: it reports its own errors.
	if (thread.isPending && thread.failureCount === 0 && thread.errorUpdateCount === 0)
		return <Skeleton shape="text" rows={6} label={t.message.loadingTheConversation} />;
	const at = items.findIndex((other) => other.id === item.id);
	const hidden = showAll || at <= few ? 0 : at - 2;
	return (
		<LinkSheetProvider>
			<ol className="flex flex-col">
				{hidden > 0 && (
					<li className="border-b border-line py-2">
						<Button variant="ghost" size="small" onClick={() => setShowAll(true)}>
							{t.message.showEarlier(hidden)}
						</Button>
					</li>
				)}
				{items.slice(hidden).map((other, index) => {
					// The opened message's current state: its list item may be newer than the thread.
					const current = other.id === item.id ? item : other;
					const isOpen = current.id === item.id || opened.has(current.id);
					return (
						<li key={current.id} className="border-b border-line py-4 first:pt-0 last:border-0">
							{current.id !== item.id && (
								<Closed item={current} here={item.folder} expanded={isOpen} onToggle={() => toggle(current.id)} />
							)}
							{isOpen && (
								<div className={current.id === item.id ? undefined : "pt-4"}>
									<ErrorBoundary
										resetKey={current.id}
										fallback={(_, reset) => <BrokenMessage item={current} onRetry={reset} />}
									>
										<Message item={current} own={own} fold={index + hidden > 0} />
									</ErrorBoundary>
								</div>
							)}
						</li>
					);
				})}
			</ol>
		</LinkSheetProvider>
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
				{formatMailTime(item.receivedAt)}
			</time>
		</button>
	);
}
