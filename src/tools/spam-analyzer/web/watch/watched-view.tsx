import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { EyeOff, RefreshCw, Telescope } from "lucide-react";
import { useEffect } from "react";
import { formatAgo } from "#web/lib/base/format.ts";
import { Badge } from "#web/ui/base/badge.tsx";
import { Button, IconButton } from "#web/ui/button/button.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import type { DomainChange, Watch } from "../../contract.ts";
import { riskOf } from "../../scoring.ts";
import { analyzer, analyzerKeys } from "../base/api.ts";
import { riskTones } from "../base/labels.ts";
import { t } from "../base/text.ts";
import { WatchForm } from "./watch-form.tsx";

interface WatchedViewProps {
	onOpen: (subject: string) => void;
}

/** Watched domains with what changed; opening the view marks changes as seen. */
export function WatchedView({ onOpen }: WatchedViewProps) {
	const client = useQueryClient();
	const query = useQuery({
		queryKey: analyzerKeys.watches,
		queryFn: ({ signal }) => analyzer.listWatchedDomains({}, { signal }),
	});
	const hasNew = query.data?.items.some(({ changes }) => changes.some(({ isNew }) => isNew)) === true;
	useEffect(() => {
		if (!hasNew) return;
		void analyzer
			.markDomainChangesSeen()
			// The list keeps its marks until the view is left; only the count in the rail goes.
			.then(() => client.setQueryData(analyzerKeys.newChanges, { count: 0 }));
	}, [hasNew, client]);
	return (
		<div className="flex min-w-0 flex-col gap-5">
			<WatchForm canMail={query.data?.canMail ?? false} />
			<QueryView
				query={query}
				isEmpty={({ items }) => items.length === 0}
				empty={<EmptyState icon={Telescope} title={t.watch.empty} description={t.watch.emptyDescription} />}
			>
				{({ items }) => (
					<ul aria-label={t.watch.list} className="divide-y divide-line border-y border-line">
						{items.map((watch) => (
							<WatchRow key={watch.domain} watch={watch} onOpen={() => onOpen(watch.subject)} />
						))}
					</ul>
				)}
			</QueryView>
		</div>
	);
}

function WatchRow({ watch, onOpen }: { watch: Watch; onOpen: () => void }) {
	const { domain, every, mails, checkedAt, trustScore, changes } = watch;
	const client = useQueryClient();
	const reload = () => client.invalidateQueries({ queryKey: analyzerKeys.watches });
	const check = useMutation({
		mutationFn: () => analyzer.checkWatchedDomain({ params: { domain } }),
		onSuccess: (found) => {
			toast({ title: found.changes.length === 0 ? t.watch.nothingChanged(domain) : t.watch.changed(domain) });
			return reload();
		},
		onError: (error) => toast({ title: t.watch.couldntCheck, description: error.message, tone: "destructive" }),
	});
	const stop = useMutation({
		mutationFn: () => analyzer.unwatchDomain({ params: { domain } }),
		onSuccess: () => {
			toast({
				title: t.watch.stopped(domain),
				undo: () => analyzer.watchDomain({ body: { email: watch.subject, every, mails } }).then(reload),
			});
			return reload();
		},
		onError: (error) => toast({ title: t.watch.couldntStop, description: error.message, tone: "destructive" }),
	});
	const facts = [
		t.watch.intervals[every],
		checkedAt === null ? t.watch.notChecked : t.watch.checked(formatAgo(checkedAt)),
	];
	return (
		<li className="flex flex-col gap-2 py-3">
			<div className="flex flex-wrap items-center gap-x-3 gap-y-1">
				<span className="min-w-0 flex-1 basis-48">
					<button
						type="button"
						onClick={onOpen}
						className="font-mono text-14 break-all underline-offset-2 hover:underline"
					>
						{domain}
					</button>
					<span className="block text-12 text-ink-3">{facts.join(" · ")}</span>
				</span>
				{trustScore !== null && <Badge tone={riskTones[riskOf(trustScore)]}>{t.result.outOf(trustScore)}</Badge>}
				<Button size="small" icon={RefreshCw} busy={check.isPending} onClick={() => check.mutate()}>
					{t.watch.check}
				</Button>
				<IconButton icon={EyeOff} size="small" label={t.watch.stop(domain)} onClick={() => stop.mutate()} />
			</div>
			{changes.map(({ id, foundAt, isNew, changes: found }) => (
				<div key={id} className="border-l-2 border-line-strong pl-3 text-13">
					<p className="flex items-center gap-2 text-ink-3">
						{formatAgo(foundAt)}
						{isNew && <Badge tone="blue">{t.watch.isNew}</Badge>}
					</p>
					<ul>
						{found.map((change) => (
							<ChangeLine key={change.check} change={change} />
						))}
					</ul>
				</div>
			))}
		</li>
	);
}

function ChangeLine({ change: { check, before, after, was, is, detail } }: { change: DomainChange }) {
	return (
		<li className="py-1 break-words">
			<span className="font-medium">{t.checks.names[check]}</span>
			<span className="text-ink-2">{` ${t.records.from(t.checks.states[before], t.checks.states[after])}. ${detail}`}</span>
			{was !== is && (
				<span className="block font-mono text-12 break-all whitespace-pre-wrap">
					<del className="block text-ink-3">{was || t.records.none}</del>
					<ins className="block no-underline">{is || t.records.none}</ins>
				</span>
			)}
		</li>
	);
}
