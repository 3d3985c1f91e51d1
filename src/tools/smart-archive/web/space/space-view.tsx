import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { formatBytes, formatCount, formatNumber } from "#web/lib/format.ts";
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
import { type AskedCleanup, CleanupDialog } from "../cleanup/cleanup-dialog.tsx";

const Treemap = lazy(() => import("./treemap.tsx"));

type By = "sender" | "year" | "kind";
const cuts = [
	{ value: "sender", label: "Sender" },
	{ value: "year", label: "Year" },
	{ value: "kind", label: "Type" },
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
	const [asked, setAsked] = useState<AskedCleanup | null>(null);
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
			title="Where the space goes"
			note="without spam and trash"
			actions={<Tabs label="Cut the space by" tabs={cuts} value={by} onChange={cut} />}
		>
			<QueryView
				query={query}
				isEmpty={({ cells }) => cells.length === 0}
				empty={<EmptyState title="Nothing to show yet" description="There is no mail that takes space here." />}
			>
				{({ cells, bytes }) => (
					<div className="flex flex-col gap-3">
						<Suspense fallback={<Skeleton rows={8} label="Drawing the map" />}>
							<Treemap
								label={`Space by ${nouns[by]}`}
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
								setAsked({ title: titleOf(by, cell), selection: selectionOf(by, cell), cleanup: "trash", account })
							}
						/>
						<Disclosure label="The same as a table" open={isOpen} onToggle={setOpen}>
							<Table
								label={`Space by ${nouns[by]}`}
								rows={cells}
								rowKey={({ key }) => key ?? "rest"}
								columns={[
									{ id: "label", header: heads[by], cell: ({ label }) => label },
									{ id: "count", header: "Emails", align: "end", cell: ({ count }) => formatNumber(count) },
									{ id: "bytes", header: "Space", align: "end", cell: (cell) => formatBytes(cell.bytes) },
									{
										id: "share",
										header: "Share",
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
			<CleanupDialog asked={asked} onClose={() => setAsked(null)} onOver={() => setChosen(null)} />
		</Section>
	);
}

const nouns: Record<By, string> = { sender: "sender", year: "year", kind: "type" };
const heads: Record<By, string> = { sender: "Sender", year: "Year", kind: "Type" };

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
				<p className="text-ink-3">Choose a cell to see its emails, or to clear them away.</p>
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
							<ButtonLink size="small" to="/inbox" search={search}>
								Show in Inbox
							</ButtonLink>
						)}
						<Button size="small" disabled={readOnly} onClick={() => onClean(cell)}>
							Clean up
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
	if (by === "sender") return `Everything from ${label}`;
	return by === "year" ? `Everything of ${label}` : `Emails full of ${label.toLowerCase()}`;
}

function searchOf(by: By, { key }: SpaceCell, account: string | undefined): Record<string, string> | null {
	const where: Record<string, string> = account === undefined ? {} : { account };
	if (by === "sender") return { ...where, q: `from:<${key}>` };
	if (by === "year") return { ...where, q: `after:${key}-01-01 before:${Number(key) + 1}-01-01` };
	return null;
}
