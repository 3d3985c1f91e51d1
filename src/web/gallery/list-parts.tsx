import { useMemo, useState } from "react";
import { formatBytes, formatDate } from "#web/lib/base/format.ts";
import { type Density, setDensity, useDensity } from "#web/lib/mail-list/density.ts";
import { noSelection, useListCursor, useMailCursor } from "#web/lib/mail-list/list-cursor.ts";
import { MailList } from "#web/lib/mail-list/mail-list.tsx";
import { MailRow } from "#web/lib/mail-list/mail-row.tsx";
import { type RowShape, rowHeight } from "#web/lib/mail-list/row-height.ts";
import { selectedCount } from "#web/lib/mail-list/selection.ts";
import { Badge } from "#web/ui/base/badge.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { Tabs } from "#web/ui/page/tabs.tsx";
import { ShowMore } from "#web/ui/state/show-more.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import { DataGrid } from "#web/ui/table/data-grid.tsx";
import { type Column, type Sort, Table } from "#web/ui/table/table.tsx";
import { Pair, Part, State } from "./part.tsx";
import { type SampleMail, sampleMail } from "./sample-mail.ts";

const many = sampleMail(5000);
const morePages = { hasNextPage: true, isFetchingNextPage: false, fetchNextPage: () => {} };
const few = sampleMail(3);
const card: RowShape = { hasPreview: true };
const reason: RowShape = { hasPreview: true, hasNote: true };
const small: RowShape = { size: "small" };
const oneLine: RowShape = { size: "small", isOneLine: true };
const densities = [
	{ value: "comfortable", label: "Comfortable" },
	{ value: "compact", label: "Compact" },
] as const;

/** Lists, tables, grids. */
export function ListParts() {
	const density = useDensity();
	return (
		<>
			<Part name="Mail list">
				<Tabs<Density> label="Density" tabs={densities} value={density} onChange={setDensity} />
				<Pair>
					<State name="Selectable, 5,000 emails">
						<Selectable />
					</State>
					<State name="With reasons; the next page failed">
						<Listed shape={reason} label="Emails with reasons" failed note="Sent by a list you never read" />
					</State>
					<State name="In a dialog">
						<Listed shape={small} label="Emails of a change" checkable />
					</State>
					<State name="One line, all rows in the page">
						<Flow />
					</State>
				</Pair>
			</Part>
			<Part name="Table">
				<Table label="Largest emails" columns={columns} rows={few} rowKey={({ id }) => id} />
			</Part>
			<Part name="Show more">
				<ShowMore query={{ ...morePages, isFetchNextPageError: false }} shown={50} total={1_200} />
				<State name="Failed, in a card">
					<Card title="Emails" flush>
						<ShowMore query={{ ...morePages, isFetchNextPageError: true }} shown={50} total={1_200} inCard />
					</Card>
				</State>
			</Part>
			<Part name="Data grid">
				<Grid />
				<Pair>
					<State name="Loading">
						<DataGrid label="Loading emails" columns={columns} rows={undefined} rowKey={({ id }) => id} empty={null} />
					</State>
					<State name="Error">
						<DataGrid
							label="Failed emails"
							columns={columns}
							rows={undefined}
							rowKey={({ id }) => id}
							error={new Error("The server cannot be reached.")}
							onRetry={() => {}}
							empty={null}
						/>
					</State>
					<State name="Empty">
						<DataGrid
							label="No emails"
							columns={columns}
							rows={[]}
							rowKey={({ id }) => id}
							empty={<EmptyState title="No emails in this range" description="Choose a longer range." />}
						/>
					</State>
				</Pair>
			</Part>
		</>
	);
}

const frame = "flex h-80 flex-col overflow-hidden rounded-3 border border-line bg-surface";

function Selectable() {
	const cursor = useMailCursor(many, { canExclude: true });
	const height = rowHeight(card, useDensity());
	const selected = selectedCount(cursor.selection, many.length);
	return (
		<>
			<div className={frame}>
				<MailList
					label="Emails to select"
					items={many}
					rowHeight={height}
					cursor={cursor}
					openId="mail-1"
					onOpen={({ id }) => cursor.setActiveId(id)}
					row={(mail, state) => (
						<MailRow
							mail={mail}
							state={state}
							shape={card}
							quietCheckbox
							onToggle={(shift) => cursor.toggle(mail.id, shift)}
							badges={mail.hasAttachments && <Badge>Receipts</Badge>}
							preview={mail.preview}
						/>
					)}
				/>
			</div>
			<p role="status" className="text-13 text-ink-3">
				{selected} selected
			</p>
		</>
	);
}

interface ListedProps {
	shape: RowShape;
	label: string;
	note?: string;
	failed?: boolean;
	checkable?: boolean;
}

function Listed({ shape, label, note, failed = false, checkable = false }: ListedProps) {
	const items = useMemo(() => sampleMail(shape.size === "small" ? 40 : 2), [shape]);
	const cursor = useMailCursor(items, {});
	return (
		<div className={frame}>
			<MailList
				label={label}
				items={items}
				total={failed ? 200 : undefined}
				rowHeight={rowHeight(shape, useDensity())}
				cursor={cursor}
				onEndNear={() => {}}
				moreFailed={failed}
				row={(mail, state) => (
					<MailRow
						mail={mail}
						state={state}
						shape={shape}
						onToggle={(shift) => cursor.toggle(mail.id, shift)}
						preview={mail.preview}
						note={note}
						facts={note && <Badge tone="amber">Promotional</Badge>}
						struck={checkable && state.selected}
					/>
				)}
			/>
		</div>
	);
}

function Flow() {
	const cursor = useListCursor(few, noSelection);
	return (
		<div className="overflow-hidden rounded-3 border border-line bg-surface">
			<MailList
				label="Emails in the page"
				inFlow
				items={few}
				rowHeight={rowHeight(oneLine, useDensity())}
				cursor={cursor}
				row={(mail, state) => <MailRow mail={mail} state={state} shape={oneLine} />}
			/>
		</div>
	);
}

const columns: readonly Column<SampleMail>[] = [
	{
		id: "subject",
		header: "Subject",
		width: "320px",
		sortable: true,
		cell: ({ subject }) => subject || "(No subject)",
	},
	{ id: "sender", header: "Sender", width: "180px", sortable: true, cell: ({ senderName }) => senderName },
	{
		id: "address",
		header: "Address",
		width: "220px",
		from: "md",
		cell: ({ senderEmail }) => <span className="font-mono text-12">{senderEmail}</span>,
	},
	{
		id: "size",
		header: "Size",
		width: "110px",
		align: "end",
		sortable: true,
		cell: ({ sizeBytes }) => formatBytes(sizeBytes),
	},
	{ id: "date", header: "Date", width: "140px", from: "md", cell: ({ receivedAt }) => formatDate(receivedAt) },
];

const orders: Record<string, (a: SampleMail, b: SampleMail) => number> = {
	subject: (a, b) => a.subject.localeCompare(b.subject),
	sender: (a, b) => a.senderName.localeCompare(b.senderName),
	size: (a, b) => a.sizeBytes - b.sizeBytes,
};

const pageSize = 250;

function Grid() {
	const [page, setPage] = useState(0);
	const [sort, setSort] = useState<Sort>({ column: "size", direction: "descending" });
	const [selected, setSelected] = useState<Set<string>>(new Set(["mail-4"]));
	const rows = useMemo(() => {
		const sign = sort.direction === "ascending" ? 1 : -1;
		const sorted = many.toSorted((a, b) => sign * (orders[sort.column]?.(a, b) ?? 0));
		return sorted.slice(page * pageSize, (page + 1) * pageSize);
	}, [page, sort]);
	return (
		<State name="250 of 5,000 rows a page, resizable columns; cards on a phone">
			<DataGrid
				label="Emails by size"
				columns={columns}
				rows={rows}
				rowKey={({ id }) => id}
				selection={{ selected, onChange: setSelected, name: ({ subject }) => subject || "(No subject)" }}
				sort={sort}
				onSort={(next) => {
					setSort(next);
					setPage(0);
				}}
				paging={{ page, pageSize, total: many.length, onPage: setPage }}
				maxHeight="360px"
				empty={null}
			/>
		</State>
	);
}
