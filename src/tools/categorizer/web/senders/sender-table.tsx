import { FolderInput, List } from "lucide-react";
import { formatBytes, formatMailTime, formatNumber } from "#web/lib/base/format.ts";
import { isSelected, type Selection, setSelected } from "#web/lib/mail-list/selection.ts";
import { MailLink, mailLinkClass } from "#web/lib/screens/mail-link.tsx";
import { Badge } from "#web/ui/base/badge.tsx";
import { Button, IconButton } from "#web/ui/button/button.tsx";
import { type Column, Table } from "#web/ui/table/table.tsx";
import type { CategorizedSender } from "../../contract.ts";
import { categoryInfo } from "../base/categories.ts";
import { t } from "../base/text.ts";
import { type SenderSort, type Senders, senderId } from "./use-senders.ts";

interface SenderTableProps {
	label: string;
	senders: Senders;
	selection: Selection;
	onSelect: (selection: Selection) => void;
	sort: SenderSort;
	onSort: (sort: SenderSort) => void;
	/** Shows the messages of one sender or list. */
	onOpen: (sender: CategorizedSender) => void;
	/** The search for unread emails; null: no search can say it. */
	unreadOf: (sender: CategorizedSender) => string | null;
	/** Assigns all mail of one to another category. */
	onMove: (sender: CategorizedSender) => void;
	/** Mailbox names by id, where several are shown. */
	accountNames: ReadonlyMap<string, string> | null;
	/** Undefined: all are loaded. */
	onMore: (() => void) | undefined;
	loadingMore: boolean;
}

/** Table of senders and lists. */
export function SenderTable(props: SenderTableProps) {
	const { senders, selection, sort } = props;
	const { items, total } = senders;
	const loaded = items.map(senderId);
	return (
		<div className="flex flex-col gap-3 pb-3">
			<Table
				label={props.label}
				columns={columnsOf(props)}
				rows={items}
				rowKey={senderId}
				sort={{ column: sort, direction: "descending" }}
				onSort={({ column }) => props.onSort(column as SenderSort)}
				selection={{
					selected: new Set(loaded.filter((id) => isSelected(selection, id))),
					onChange: (chosen) => {
						const off = setSelected(selection, loaded, false);
						props.onSelect(setSelected(off, [...chosen], true));
					},
					name: ({ name }) => name,
				}}
				bare
				rowHeight={52}
			/>
			{props.onMore && (
				<div className="flex items-center justify-center gap-3 text-13 text-ink-3">
					{t.senders.countOf(items.length, total)}
					<Button size="small" busy={props.loadingMore} onClick={props.onMore}>
						{t.senders.showMore}
					</Button>
				</div>
			)}
		</div>
	);
}

/** What is shown of a sender or list, and its actions. */
function columnsOf(props: SenderTableProps): Column<CategorizedSender>[] {
	const { accountNames } = props;
	return [
		{
			id: "sender",
			header: t.senders.sender,
			cell: (sender) => (
				<Sender sender={sender} mailbox={accountNames?.get(sender.accountId)} onOpen={() => props.onOpen(sender)} />
			),
		},
		{
			id: "category",
			header: t.senders.category,
			from: "sm",
			width: "168px",
			cell: (sender) => <Categories sender={sender} />,
		},
		{
			id: "count",
			header: t.senders.emails,
			align: "end",
			sortable: true,
			cell: (sender) => (
				<button
					type="button"
					title={t.senders.emailsFrom(sender.name)}
					className={mailLinkClass}
					onClick={() => props.onOpen(sender)}
				>
					{formatNumber(sender.count)}
				</button>
			),
		},
		{
			id: "unread",
			header: t.senders.unread,
			align: "end",
			width: "88px",
			from: "md",
			sortable: true,
			cell: (sender) => (
				<MailLink search={props.unreadOf(sender)} account={sender.accountId}>
					{formatNumber(sender.unread)}
				</MailLink>
			),
		},
		{
			id: "bytes",
			header: t.senders.space,
			align: "end",
			width: "96px",
			from: "md",
			sortable: true,
			cell: ({ bytes }) => formatBytes(bytes),
		},
		{ id: "last", header: t.senders.last, from: "lg", width: "96px", cell: ({ lastAt }) => formatMailTime(lastAt) },
		{
			id: "actions",
			header: t.senders.actions,
			hideHeader: true,
			align: "end",
			cell: (sender) => (
				<span className="inline-flex gap-0.5">
					<span className="max-sm:hidden">
						<IconButton icon={List} label={t.senders.emailsFrom(sender.name)} onClick={() => props.onOpen(sender)} />
					</span>
					<IconButton
						icon={FolderInput}
						label={t.senders.moveAllFrom(sender.name)}
						onClick={() => props.onMove(sender)}
					/>
				</span>
			),
		},
	];
}

interface SenderProps {
	sender: CategorizedSender;
	/** Its name, where several are shown. */
	mailbox: string | undefined;
	onOpen: () => void;
}

function Sender({ sender, mailbox, onOpen }: SenderProps) {
	return (
		<div className="max-w-[39vw] min-w-0 sm:max-w-64 lg:max-w-[560px]">
			<button
				type="button"
				onClick={onOpen}
				className="block max-w-full truncate rounded-1 text-left font-semibold hover:underline"
			>
				{sender.name || t.senders.unknownSender}
			</button>
			<span className="flex min-w-0 items-center gap-2">
				<span className="min-w-0 truncate font-mono text-12 text-ink-3">{sender.email}</span>
				{mailbox !== undefined && <span className="truncate text-12 text-ink-3 max-md:hidden">{mailbox}</span>}
			</span>
		</div>
	);
}

/** The main category, and whether there are others. */
function Categories({ sender: { categories, count } }: { sender: CategorizedSender }) {
	const [first, ...rest] = categories;
	if (first === undefined) return null;
	const { name, tone } = categoryInfo(first.category);
	const elsewhere = rest.map((part) => t.senders.countIn(part.count, categoryInfo(part.category).name)).join(", ");
	return (
		<span className="flex items-center gap-1.5">
			<Badge tone={tone}>{name}</Badge>
			{rest.length > 0 && (
				<span title={elsewhere} className="text-12 text-ink-3 tabular-nums">
					{Math.floor((100 * first.count) / count)}%<span className="sr-only">, {elsewhere}</span>
				</span>
			)}
		</span>
	);
}
