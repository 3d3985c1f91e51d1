import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Search, UserRoundSearch, UserRoundX } from "lucide-react";
import { Spinner } from "#web/ui/base/spinner.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Field, Input } from "#web/ui/form/field.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import { announce, toast } from "#web/ui/toast/toast.ts";
import type { Enrichment } from "../contract.ts";
import type { SourceId } from "../fields.ts";
import { enrichmentApi, enrichmentKeys } from "./base/api.ts";
import { detailsOf } from "./base/details-of.ts";
import { t } from "./base/text.ts";
import { AskedSources } from "./result/asked-sources.tsx";
import { ResultView } from "./result/result-view.tsx";
import { useSources } from "./sources/use-sources.ts";

interface SearchViewProps {
	email: string;
	onEmail: (email: string) => void;
	result: Enrichment | null;
	onResult: (result: Enrichment | null) => void;
}

const PATTERN = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;

/** One address, and who is behind it. */
export function SearchView({ email, onEmail, result, onResult }: SearchViewProps) {
	const client = useQueryClient();
	const chosen = useSources().data;
	const sources = chosen === undefined ? [] : [...chosen.publicSources, ...chosen.paidSources];
	const search = useMutation({
		mutationFn: (wanted: string) => enrichmentApi.enrichEmail({ body: { email: wanted } }),
		onSuccess: async (found) => {
			onResult(found);
			if (found.found) announce(`${t.search.complete}.`, t.search.completeFor(found.email, detailsOf(found)));
			else toast({ title: t.search.nothingFound, description: found.message ?? "", tone: "destructive" });
			await client.invalidateQueries({ queryKey: enrichmentKeys.results });
		},
		onError: (error) => toast({ title: t.search.failed, description: error.message, tone: "destructive" }),
	});
	const start = (given: string) => {
		const wanted = given.trim();
		if (wanted === "") toast({ ...t.search.none, tone: "destructive" });
		else if (!PATTERN.test(wanted)) toast({ ...t.search.invalid, tone: "destructive" });
		else search.mutate(wanted);
	};
	return (
		<div className="flex min-w-0 flex-col gap-6">
			<Card>
				<form
					noValidate
					className="flex flex-col gap-2"
					onSubmit={(event) => {
						event.preventDefault();
						if (!search.isPending) start(email);
					}}
				>
					<div className="flex max-w-prose flex-wrap items-end gap-2">
						<div className="min-w-52 flex-1">
							<Field label={t.search.email}>
								<Input
									type="email"
									inputMode="email"
									autoComplete="off"
									autoCapitalize="none"
									spellCheck={false}
									size="large"
									icon={<Search size={16} />}
									placeholder={t.search.placeholder}
									value={email}
									onChange={(event) => onEmail(event.target.value)}
								/>
							</Field>
						</div>
						<Button type="submit" variant="primary" size="large" icon={UserRoundSearch} busy={search.isPending}>
							{search.isPending ? t.search.searching : t.search.enrich}
						</Button>
					</div>
					<p role="status" className="text-13 text-ink-3">
						{statusOf(search.isPending, result, sources)}
					</p>
				</form>
			</Card>
			{search.isPending ? (
				<div className="flex justify-center py-12 text-ink-3">
					<Spinner />
				</div>
			) : (
				result !== null && <Shown result={result} onRefresh={() => start(result.email)} onGone={() => onResult(null)} />
			)}
		</div>
	);
}

function statusOf(isSearching: boolean, result: Enrichment | null, sources: readonly SourceId[]): string {
	const isLocal = sources.length === 0;
	if (isSearching) return isLocal ? t.search.searchingMail : t.search.searchingPublic;
	if (result?.found) return t.search.enriched;
	return isLocal ? t.search.local : t.search.remote(sources.map((id) => t.result.sources[id]).join(", "));
}

function Shown({ result, onRefresh, onGone }: { result: Enrichment; onRefresh: () => void; onGone: () => void }) {
	if (result.found) return <ResultView result={result} onRefresh={onRefresh} onGone={onGone} />;
	return (
		<Card>
			<EmptyState
				icon={UserRoundX}
				title={t.search.nothingFound}
				description={
					<>
						{result.message} {t.search.hint}
					</>
				}
			/>
			<AskedSources asked={result.asked} />
		</Card>
	);
}
