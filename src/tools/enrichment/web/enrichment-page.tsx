import { useSearch } from "@tanstack/react-router";
import { Globe } from "lucide-react";
import { useState } from "react";
import { receiveAddresses } from "#web/lib/passing/address-list.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Page, PageHeader } from "#web/ui/page/page.tsx";
import { Tabs } from "#web/ui/page/tabs.tsx";
import type { Enrichment } from "../contract.ts";
import { enrichmentApi } from "./base/api.ts";
import { t } from "./base/text.ts";
import { HistoryView } from "./history-view.tsx";
import { ListsView } from "./lists/lists-view.tsx";
import { SearchView } from "./search-view.tsx";
import { SourcesDialog } from "./sources/sources-dialog.tsx";

const tabs = [
	{ value: "search", label: t.page.search },
	{ value: "results", label: t.page.results },
	{ value: "lists", label: t.page.lists },
] as const;

/** `/tool/enrichment`: who is behind an address, and earlier results. */
export default function EnrichmentPage() {
	const [given, setGiven] = useState(() => receiveAddresses("enrichment"));
	const [view, setView] = useState<"search" | "results" | "lists">(given === null ? "search" : "lists");
	const [result, setResult] = useState<Enrichment | null>(null);
	const linked = useSearch({ strict: false }) as { email?: string };
	const [email, setEmail] = useState(linked.email ?? "");
	const [areSourcesOpen, setSourcesOpen] = useState(false);
	const open = (one: Enrichment) => {
		setResult(one);
		setEmail(one.email);
		setView("search");
		// Lists of results have no pictures; should this fail, the details show without them.
		const isOpen = (now: Enrichment | null): boolean => now?.id === one.id;
		enrichmentApi
			.getEnrichment({ params: { id: one.id } })
			.then((full) => setResult((now) => (isOpen(now) ? full : now)))
			.catch(() => undefined);
	};
	return (
		<Page>
			<PageHeader
				hasBack
				title={t.page.title}
				description={t.page.description}
				actions={
					<Button icon={Globe} onClick={() => setSourcesOpen(true)}>
						{t.sources.open}
					</Button>
				}
			/>
			<Tabs label={t.page.views} tabs={tabs} value={view} onChange={setView}>
				{view === "results" && <HistoryView onOpen={open} />}
				{view === "lists" && <ListsView given={given} onGiven={setGiven} />}
				{view === "search" && <SearchView email={email} onEmail={setEmail} result={result} onResult={setResult} />}
			</Tabs>
			<SourcesDialog open={areSourcesOpen} onClose={() => setSourcesOpen(false)} />
		</Page>
	);
}
