import { History, X } from "lucide-react";
import { useState } from "react";
import { formatCount, formatNumber } from "#web/lib/base/format.ts";
import { usePhone } from "#web/lib/base/use-wide.ts";
import { Badge } from "#web/ui/base/badge.tsx";
import { cx } from "#web/ui/base/cx.ts";
import { Button, IconButton } from "#web/ui/button/button.tsx";
import { Tabs } from "#web/ui/page/tabs.tsx";
import { groupName } from "../base/categories.ts";
import { t } from "../base/text.ts";
import { useAddress } from "../base/use-address.ts";
import { CorrectionsDialog } from "../corrections/corrections-dialog.tsx";
import { useCorrections } from "../corrections/use-corrections.ts";

interface ListHeadProps {
	/** Size of the list; undefined while it is loading. */
	count: number | undefined;
	/** Name of the sender or list that filters the list. */
	from: string | undefined;
	/** The mailbox; absent: all of them. */
	account: string | undefined;
	/** Everything that matches is selected. */
	isAll: boolean;
	onAll: (all: boolean) => void;
}

const views = [
	{ value: "emails", label: t.list.emails },
	{ value: "senders", label: t.list.senders },
] as const;

/** Title of the list, and its actions. */
export function ListHead({ count, from, account, isAll, onAll }: ListHeadProps) {
	const { category, view, show } = useAddress();
	const [open, setOpen] = useState(false);
	const isPhone = usePhone();
	const corrections = useCorrections(account).data?.length ?? 0;
	const nothing = count === undefined || count === 0;
	return (
		<div className="flex min-h-11 shrink-0 items-center justify-between gap-x-4 overflow-x-auto border-b border-line px-4 [scrollbar-width:none] lg:px-6">
			<div className="flex shrink-0 items-center gap-x-2">
				<h2 className={cx("text-14 font-semibold", from === undefined && "max-sm:sr-only")}>{groupName(category)}</h2>
				{count !== undefined && (
					<Badge>{view === "senders" ? formatCount(count, "sender") : formatNumber(count)}</Badge>
				)}
				{from !== undefined && (
					<Button size="small" icon={X} onClick={() => show({ sender: null, mailbox: null })}>
						<span className="max-w-48 truncate">{t.list.fromSender(from)}</span>
					</Button>
				)}
				<Tabs
					label={t.list.show}
					tabs={views}
					value={view}
					onChange={(next) => show({ view: next === "senders" ? next : null, sender: null, mailbox: null })}
				/>
			</div>
			<div className="flex shrink-0 items-center gap-2">
				{corrections > 0 &&
					(isPhone ? (
						<IconButton
							icon={History}
							size="small"
							label={t.list.correctionsCount(corrections)}
							onClick={() => setOpen(true)}
						/>
					) : (
						<Button size="small" variant="ghost" onClick={() => setOpen(true)}>
							{t.list.correctionsCount(corrections)}
						</Button>
					))}
				{!nothing && (
					<Button size="small" variant="ghost" onClick={() => onAll(!isAll)}>
						{isAll ? t.list.deselectAll : t.list.selectAll}
					</Button>
				)}
			</div>
			<CorrectionsDialog open={open} onClose={() => setOpen(false)} account={account} />
		</div>
	);
}
