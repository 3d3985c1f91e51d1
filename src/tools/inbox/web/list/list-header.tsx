import { Bookmark, BookmarkCheck, Filter, PenLine, RefreshCw } from "lucide-react";
import { UNREAD } from "#shared/search/scopes.ts";
import { compose } from "#web/lib/compose.ts";
import { formatCount } from "#web/lib/format.ts";
import { MailLink } from "#web/lib/mail-link.tsx";
import { Button, IconButton } from "#web/ui/button.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";
import { t } from "../text.ts";
import { ViewMenu } from "./view-menu.tsx";

interface ListHeaderProps {
	title: string;
	/** Name of the mailbox, or of all of them. */
	mailbox: string;
	/** Undefined while it is unknown. */
	total: number | undefined;
	totalIsExact: boolean;
	/** How many conversations these are; null: not known, or they are not grouped. */
	conversations: number | null;
	/** Unread emails of the folder; zero in a search. */
	unread: number;
	/** The folder's role or id. */
	folder: string | undefined;
	syncing: boolean;
	onSync: () => void;
	/** Creates a filter from the search that is shown; undefined: none is. */
	onFilter: (() => void) | undefined;
	/** Saves the search that is shown, or removes it; undefined: none is. */
	onSave: (() => void) | undefined;
	isSaved: boolean;
}

const write = () => compose({ kind: "new" });

/** Mailbox, folder and message count. */
export function ListHeader(props: ListHeaderProps) {
	const {
		title,
		mailbox,
		total,
		totalIsExact,
		conversations,
		unread,
		folder,
		syncing,
		onSync,
		onFilter,
		onSave,
		isSaved,
	} = props;
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
					{total !== undefined && (totalIsExact ? formatCount(total, "email") : t.list.atLeast(total))}
					{conversations !== null && t.list.inConversations(conversations)}
					{total !== undefined && " · "}
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
				{onFilter && <IconButton icon={Filter} size="small" label={t.list.filterFromSearch} onClick={onFilter} />}
				{onSave && (
					<IconButton
						icon={isSaved ? BookmarkCheck : Bookmark}
						size="small"
						label={isSaved ? t.searches.remove : t.searches.save}
						onClick={onSave}
					/>
				)}
				<ViewMenu />
				<Button size="small" icon={RefreshCw} busy={syncing} onClick={onSync}>
					{syncing ? t.list.syncing : t.list.sync}
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
