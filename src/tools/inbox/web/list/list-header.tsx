import { PenLine, RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { UNREAD } from "#shared/search/scopes.ts";
import { formatCount } from "#web/lib/base/format.ts";
import { compose } from "#web/lib/passing/compose.ts";
import { MailLink } from "#web/lib/screens/mail-link.tsx";
import { Button, IconButton } from "#web/ui/button/button.tsx";
import { Tooltip } from "#web/ui/button/tooltip.tsx";
import type { MailList } from "../base/list-model.ts";
import { t } from "../base/text.ts";
import type { useSync } from "./view/use-sync.ts";
import { ViewMenu } from "./view-menu.tsx";

interface ListHeaderProps {
	title: string;
	/** Name of the mailbox, or of all of them. */
	mailbox: string;
	/** Undefined while it loads. */
	list: MailList | undefined;
	/** Unread emails of the folder; zero in a search. */
	unread: number;
	/** The folder's role or id. */
	folder: string | undefined;
	sync: ReturnType<typeof useSync>;
	/** Buttons before those of every list. */
	children: ReactNode;
}

/** How many conversations the list has; known once the whole list is loaded. */
function conversationsOf(list: MailList | undefined): number | null {
	const isGrouped = list?.nextCursor === null && list.items[0]?.conversation !== undefined;
	return isGrouped && list.items.length < list.total ? list.items.length : null;
}

const write = () => compose({ kind: "new" });

/** Mailbox, folder and message count. */
export function ListHeader({ title, mailbox, list, unread, folder, sync, children }: ListHeaderProps) {
	const conversations = conversationsOf(list);
	return (
		<header className="flex items-center justify-between gap-3">
			<div className="flex min-w-0 items-baseline gap-2.5">
				<h1
					tabIndex={-1}
					className="max-w-[60%] shrink-0 truncate font-display text-[24px] leading-8 font-medium tracking-[-0.01em]"
				>
					{title}
				</h1>
				<p className="min-w-0 truncate text-13 text-ink-3" title={mailbox}>
					{list && (list.totalIsExact ? formatCount(list.total, "email") : t.list.atLeast(list.total))}
					{conversations !== null && t.list.inConversations(conversations)}
					{list && " · "}
					{unread > 0 && (
						<>
							<MailLink search={UNREAD} folder={folder}>
								{t.list.unreadCount(unread)}
							</MailLink>
							{" · "}
						</>
					)}
					{mailbox}
				</p>
			</div>
			<div className="flex shrink-0 items-center gap-1.5">
				{children}
				<ViewMenu />
				<Button size="small" icon={RefreshCw} busy={sync.syncing} onClick={sync.sync}>
					{sync.syncing ? t.list.syncing : t.list.sync}
				</Button>
				<span className="xl:hidden">
					<IconButton icon={PenLine} label={t.list.newMessage} onClick={write} />
				</span>
				<span className="max-xl:hidden">
					<Tooltip text={t.list.newMessage} keys="c">
						<Button variant="primary" size="small" icon={PenLine} onClick={write}>
							{t.list.newMessage}
						</Button>
					</Tooltip>
				</span>
			</div>
		</header>
	);
}
