import { RefreshCw } from "lucide-react";
import { formatCount } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { t } from "../text.ts";

interface ListHeaderProps {
	title: string;
	/** Name of the mailbox, or of all of them. */
	mailbox: string;
	/** Undefined while it is unknown. */
	total: number | undefined;
	totalIsExact: boolean;
	syncing: boolean;
	onSync: () => void;
}

/** Mailbox, folder and message count. */
export function ListHeader({ title, mailbox, total, totalIsExact, syncing, onSync }: ListHeaderProps) {
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
					{total !== undefined && " · "}
					{mailbox}
				</p>
			</div>
			<Button size="small" icon={RefreshCw} busy={syncing} onClick={onSync}>
				{syncing ? t.list.syncing : t.list.sync}
			</Button>
		</header>
	);
}
