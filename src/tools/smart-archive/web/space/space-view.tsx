import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { formatBytes, formatCount, formatNumber } from "#web/lib/format.ts";
import { inboxLink } from "#web/lib/links.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Section } from "#web/ui/card.tsx";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { QueryView } from "#web/ui/query-view.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { Table } from "#web/ui/table.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import type { Kind, Selection, SpaceCell } from "../../contract.ts";
import { archiveKeys, smartArchive } from "../api.ts";
import { CleanupDialog, type CleanupRequest } from "../cleanup/cleanup-dialog.tsx";
import { t } from "../text.ts";

const Treemap = lazy(() => import("./treemap.tsx"));

type By = "sender" | "year" | "kind";
const cuts = [
	{ value: "sender", label: t.space.sender },
	{ value: "year", label: t.space.year },
	{ value: "kind", label: t.space.type },
] as const;

interface SpaceViewProps {
	account: string | undefined;
	readOnly: boolean;
}

/** Storage usage, as a treemap and as a table. */
export function SpaceView({ account, readOnly }: SpaceViewProps) {
	const [by, setBy] = useState<By>("sender");
	const [chosen, setChosen] = useState<SpaceCell | null>(null);
	const [isOpen, setOpen] = useState(false);
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
					<div className="flex flex-col gap-3">
						<Suspense fallback={<Skeleton rows={8} label={t.space.loadingTheChart} />}>
							<Treemap
								label={t.space.spaceBy(nouns[by])}
								cells={cells}
								chosen={chosen?.key ?? null}
								onChoose={setChosen}
							/>
						</Suspense>
						<Chosen
							cell={chosen}
							total={bytes}
							readOnly={readOnly}
							search={chosen === null ? null : searchOf(by, chosen, account)}
							onClean={(cell) =>
								setRequest({ title: titleOf(by, cell), selection: selectionOf(by, cell), cleanup: "trash", account })
							}
						/>
						<Disclosure label={t.space.tableSameData} open={isOpen} onToggle={setOpen}>
							<Table
								label={t.space.spaceBy(nouns[by])}
								rows={cells}
								rowKey={({ key }) => key ?? "rest"}
								columns={[
									{ id: "label", header: heads[by], cell: ({ label }) => label },
									{ id: "count", header: t.space.emails, align: "end", cell: ({ count }) => formatNumber(count) },
									{ id: "bytes", header: t.space.spaceHeader, align: "end", cell: (cell) => formatBytes(cell.bytes) },
									{
										id: "share",
										header: t.space.share,
										align: "end",
										from: "sm",
										cell: (cell) => `${((cell.bytes / Math.max(1, bytes)) * 100).toFixed(1)}%`,
									},
								]}
							/>
						</Disclosure>
					</div>
				)}
			</QueryView>
			<CleanupDialog request={request} onClose={() => setRequest(null)} onOver={() => setChosen(null)} />
		</Section>
	);
}

const nouns: Record<By, string> = { sender: "sender", year: "year", kind: "type" };
const heads: Record<By, string> = { sender: t.space.sender, year: t.space.year, kind: t.space.type };

interface ChosenProps {
	cell: SpaceCell | null;
	total: number;
	readOnly: boolean;
	/** Link to the inbox; null: no search query can express it. */
	search: Record<string, string> | null;
	onClean: (cell: SpaceCell) => void;
}

/** The selected cell, and its actions. */
function Chosen({ cell, total, readOnly, search, onClean }: ChosenProps) {
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
							<ButtonLink size="small" {...inboxLink} search={search}>
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

function searchOf(by: By, { key }: SpaceCell, account: string | undefined): { account?: string; q: string } | null {
	const where = account === undefined ? {} : { account };
	if (by === "sender") return { ...where, q: `from:<${key}>` };
	if (by === "year") return { ...where, q: `after:${key}-01-01 before:${Number(key) + 1}-01-01` };
	return null;
}
