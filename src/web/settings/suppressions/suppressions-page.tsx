import { useInfiniteQuery } from "@tanstack/react-query";
import { Download, MailX, Plus, Search } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { urlOf } from "#shared/client.ts";
import type { Suppression, SuppressionSource } from "#shared/contracts/outgoing.ts";
import { outgoingContract } from "#shared/contracts/outgoing.ts?routes";
import { settingsApi, settingsKeys } from "#web/lib/settings/settings-api.ts";
import { Badge } from "#web/ui/base/badge.tsx";
import { Button, DownloadLink } from "#web/ui/button/button.tsx";
import { Input } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { confirm } from "#web/ui/overlay/confirm.ts";
import { Card } from "#web/ui/page/card.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import { steadyRows } from "#web/ui/table/steady-rows.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { SettingsFrame } from "../settings-frame.tsx";
import { useChange } from "../use-change.ts";
import { AddDialog } from "./add-dialog.tsx";
import { t } from "./text.ts";

type SourceChoice = SuppressionSource | "all";

const sourceOptions = [
	{ value: "all" as const, label: t.list.all },
	...Object.entries(t.list.sources).map(([value, label]) => ({ value: value as SuppressionSource, label })),
];

/** `/settings/suppressions`: addresses and domains that get no mail. */
export default function SuppressionsPage() {
	const [adding, setAdding] = useState(false);
	const [text, setText] = useState("");
	const [source, setSource] = useState<SourceChoice>("all");
	const filter = { q: useDeferredValue(text.trim()), ...(source !== "all" && { source }) };
	const query = useSuppressions(filter);
	const items = query.data?.pages.flatMap((page) => page.items) ?? [];
	const isFiltered = filter.q !== "" || source !== "all";
	const add = (
		<Button size="small" icon={Plus} onClick={() => setAdding(true)}>
			{t.add.add}
		</Button>
	);
	const hasEntries = items.length > 0 || isFiltered;
	return (
		<SettingsFrame>
			<Card
				title={t.list.title}
				note={t.list.note}
				flush
				actions={
					hasEntries && (
						<>
							<DownloadLink
								size="small"
								icon={Download}
								href={urlOf(outgoingContract.exportSuppressions, { query: filter })}
								download
							>
								{t.list.exportCsv}
							</DownloadLink>
							{add}
						</>
					)
				}
			>
				{hasEntries && (
					<FilterBar
						{...{ text, source }}
						onText={setText}
						onSource={setSource}
						total={query.data?.pages[0]?.total ?? 0}
					/>
				)}
				<QueryView
					query={query}
					loading={<Skeleton rows={3} label={t.list.loading} />}
					errorTitle={t.list.couldntLoad}
					isEmpty={() => items.length === 0}
					empty={
						isFiltered ? (
							<EmptyState icon={Search} title={t.list.noMatchTitle} description={t.list.noMatchDescription} />
						) : (
							<EmptyState icon={MailX} title={t.list.noneTitle} description={t.list.noneDescription} action={add} />
						)
					}
				>
					{() => (
						<ul ref={steadyRows} className="divide-y divide-line">
							{items.map((item) => (
								<Item key={item.target} item={item} />
							))}
						</ul>
					)}
				</QueryView>
				{query.hasNextPage && (
					<div className="flex justify-center border-t border-line p-3">
						<Button size="small" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
							{t.list.more}
						</Button>
					</div>
				)}
			</Card>
			<AddDialog open={adding} onClose={() => setAdding(false)} />
		</SettingsFrame>
	);
}

/** The entries that match, a page at a time. */
function useSuppressions(filter: { q: string; source?: SuppressionSource }) {
	return useInfiniteQuery({
		queryKey: [...settingsKeys.suppressions, filter],
		initialPageParam: undefined as string | undefined,
		queryFn: ({ pageParam: cursor, signal }) =>
			settingsApi.listSuppressions({ query: { ...filter, cursor } }, { signal }),
		getNextPageParam: (page) => page.nextCursor ?? undefined,
		placeholderData: (previous) => previous,
	});
}

interface FilterBarProps {
	text: string;
	source: SourceChoice;
	onText: (text: string) => void;
	onSource: (source: SourceChoice) => void;
	/** Entries that match. */
	total: number;
}

function FilterBar({ text, source, onText, onSource, total }: FilterBarProps) {
	return (
		<div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-3">
			<div className="min-w-48 flex-1">
				<Input
					type="search"
					icon={<Search aria-hidden="true" size={16} />}
					aria-label={t.list.search}
					placeholder={t.list.search}
					value={text}
					onChange={(event) => onText(event.target.value)}
				/>
			</div>
			<div className="w-44">
				<Select label={t.list.source} options={sourceOptions} value={source} onChange={onSource} />
			</div>
			<span role="status" className="text-13 text-ink-3 tabular-nums">
				{t.list.total(total)}
			</span>
		</div>
	);
}

const warnings: Partial<Record<SuppressionSource, string>> = {
	unsubscribe: t.list.resumeUnsubscribed,
	bounce: t.list.resumeBounced,
	complaint: t.list.resumeComplaint,
};

function Item({ item: { target, source, reason, createdAt } }: { item: Suppression }) {
	const remove = useChange({
		make: () => settingsApi.removeSuppression({ query: { target } }),
		failed: t.list.couldntRemove,
		refresh: [settingsKeys.suppressions],
		done: () => toast({ title: t.list.removed, description: target }),
	});
	const ask = async () => {
		const description = warnings[source];
		const question = { title: t.list.resumeTitle(target), description, confirm: t.list.resume, danger: true };
		if (description === undefined || (await confirm(question))) remove.mutate();
	};
	return (
		<li className="flex items-center gap-3 px-4 py-3">
			<div className="min-w-0 flex-1">
				<p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-14 font-medium wrap-anywhere">
					{target}
					<Badge tone={source === "manual" ? "neutral" : "amber"}>{t.list.sources[source]}</Badge>
					{!target.includes("@") && <Badge>{t.list.wholeDomain}</Badge>}
				</p>
				<p className="mt-0.5 text-12 wrap-anywhere text-ink-3">
					{[reason, t.list.added(createdAt)].filter((part) => part !== null && part !== "").join(" · ")}
				</p>
			</div>
			<Button size="small" aria-label={t.list.removeOf(target)} busy={remove.isPending} onClick={() => void ask()}>
				{t.list.remove}
			</Button>
		</li>
	);
}
