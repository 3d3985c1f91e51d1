import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { formatBytes, formatCount, formatNumber } from "#web/lib/base/format.ts";
import { inboxLink } from "#web/lib/base/links.ts";
import { MailLink } from "#web/lib/screens/mail-link.tsx";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { Section } from "#web/ui/page/card.tsx";
import { Tabs } from "#web/ui/page/tabs.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import { Table } from "#web/ui/table/table.tsx";
import type { Kind, Selection, SpaceCell } from "../../contract.ts";
import { searchOfSpace } from "../../searches.ts";
import { archiveKeys, smartArchive } from "../base/api.ts";
import { t } from "../base/text.ts";
import { CleanupDialog, type CleanupRequest } from "../cleanup/cleanup-dialog.tsx";
import { ColorKey, fillsOf } from "./color-key.tsx";
import type { By } from "./color-scale.ts";

const Treemap = lazy(() => import("./treemap.tsx"));

const cuts = [
	{ value: "sender", label: t.space.sender },
	{ value: "year", label: t.space.year },
	{ value: "kind", label: t.space.type },
] as const;

const colors = [
	{ value: "age", label: t.space.age },
	{ value: "category", label: t.space.category },
] as const;

interface SpaceViewProps {
	account: string | undefined;
	readOnly: boolean;
}

/** Storage usage, as a treemap and as a table. */
export function SpaceView({ account, readOnly }: SpaceViewProps) {
	const [by, setBy] = useState<By>("sender");
	const [colorBy, setColorBy] = useState<"age" | "category">("age");
	// Types have neither: an email's files are of several.
	const color = by === "kind" ? "size" : colorBy;
	const [chosen, setChosen] = useState<SpaceCell | null>(null);
	const [request, setRequest] = useState<CleanupRequest | null>(null);
	const query = useQuery({
		queryKey: archiveKeys.space(account, by),
		queryFn: ({ signal }) => smartArchive.getSpace({ query: { account, by } }, { signal }),
	});
	const cut = (next: By) => {
		setBy(next);
		setChosen(null);
	};
	return (
		<Section
			title={t.space.whatTakesUpSpace}
			note={t.space.notIncludingSpamTrash}
			actions={<Tabs label={t.space.groupBy} tabs={cuts} value={by} onChange={cut} />}
		>
			<QueryView
				query={query}
				isEmpty={({ cells }) => cells.length === 0}
				empty={<EmptyState title={t.space.nothingToShow} description={t.space.nothingToShowDescription} />}
			>
				{({ cells, bytes }) => (
					<div className="grid items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(360px,2fr)]">
						<div className="flex min-w-0 flex-col gap-2">
							<Suspense fallback={<Skeleton rows={8} label={t.space.loadingTheChart} />}>
								<Treemap
									label={t.space.spaceBy(nouns[by])}
									cells={cells}
									fills={fillsOf(cells, color)}
									chosen={chosen?.key ?? null}
									onChoose={setChosen}
								/>
							</Suspense>
							<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
								<ColorKey cells={cells} color={color} />
								{by !== "kind" && <Tabs label={t.space.colorBy} tabs={colors} value={colorBy} onChange={setColorBy} />}
							</div>
							<Chosen
								cell={chosen}
								total={bytes}
								readOnly={readOnly}
								search={chosen === null ? null : searchOfSpace(by, chosen.key)}
								account={account}
								onClean={(cell) =>
									setRequest({ title: titleOf(by, cell), selection: selectionOf(by, cell), cleanup: "trash", account })
								}
							/>
						</div>
						<SpaceTable by={by} cells={cells} bytes={bytes} account={account} />
					</div>
				)}
			</QueryView>
			<CleanupDialog request={request} onClose={() => setRequest(null)} onOver={() => setChosen(null)} />
		</Section>
	);
}

interface SpaceTableProps {
	by: By;
	cells: readonly SpaceCell[];
	/** Of all cells. */
	bytes: number;
	account: string | undefined;
}

/** The same data as a list, next to the map. */
function SpaceTable({ by, cells, bytes, account }: SpaceTableProps) {
	return (
		<Table
			label={t.space.spaceBy(nouns[by])}
			rows={cells}
			rowKey={({ key }) => key ?? "rest"}
			columns={[
				{ id: "label", header: heads[by], cell: ({ label }) => label },
				{
					id: "count",
					header: t.space.emails,
					align: "end",
					cell: ({ key, count }) => (
						<MailLink search={searchOfSpace(by, key)} account={account}>
							{formatNumber(count)}
						</MailLink>
					),
				},
				{
					id: "bytes",
					header: t.space.spaceHeader,
					align: "end",
					cell: (cell) => <span className="whitespace-nowrap">{formatBytes(cell.bytes)}</span>,
				},
				{
					id: "share",
					header: t.space.share,
					align: "end",
					from: "sm",
					cell: (cell) => `${((cell.bytes / Math.max(1, bytes)) * 100).toFixed(1)}%`,
				},
			]}
		/>
	);
}

const nouns: Record<By, string> = { sender: "sender", year: "year", kind: "type" };
const heads: Record<By, string> = { sender: t.space.sender, year: t.space.year, kind: t.space.type };

interface ChosenProps {
	cell: SpaceCell | null;
	total: number;
	readOnly: boolean;
	/** Null: no search can say it. */
	search: string | null;
	account: string | undefined;
	onClean: (cell: SpaceCell) => void;
}

/** The selected cell, and its actions. */
function Chosen({ cell, total, readOnly, search, account, onClean }: ChosenProps) {
	return (
		<div aria-live="polite" className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-2 text-14">
			{cell === null ? (
				<p className="text-ink-3">{t.space.selectCell}</p>
			) : (
				<>
					<p className="min-w-0">
						<strong className="font-semibold">{cell.label}</strong>{" "}
						<span className="text-ink-2 tabular-nums">
							{formatBytes(cell.bytes)} · {formatCount(cell.count, "email")} ·{" "}
							{((cell.bytes / Math.max(1, total)) * 100).toFixed(1)}%
						</span>
					</p>
					<span className="flex flex-wrap gap-2">
						{search && (
							<ButtonLink size="small" {...inboxLink} search={{ q: search, account }}>
								{t.space.showInInbox}
							</ButtonLink>
						)}
						<Button size="small" disabled={readOnly} onClick={() => onClean(cell)}>
							{t.space.cleanUp}
						</Button>
					</span>
				</>
			)}
		</div>
	);
}

function selectionOf(by: By, { key }: SpaceCell): Selection {
	if (by === "sender") return { type: "sender", email: key ?? "" };
	if (by === "year") return { type: "year", year: Number(key) };
	return { type: "kind", kind: key as Kind };
}

function titleOf(by: By, { label }: SpaceCell): string {
	if (by === "sender") return t.space.everythingFrom(label);
	return by === "year" ? t.space.everythingOf(label) : t.space.emailsWith(label.toLowerCase());
}
