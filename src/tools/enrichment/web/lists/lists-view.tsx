import { UserRoundSearch } from "lucide-react";
import { useState } from "react";
import type { AddressList } from "#web/lib/passing/address-list.ts";
import { Button } from "#web/ui/button/button.tsx";
import { DropZone } from "#web/ui/form/drop-zone.tsx";
import { Card, Section } from "#web/ui/page/card.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { t } from "../base/text.ts";
import { useSources } from "../sources/use-sources.ts";
import { ListLine } from "./list-line.tsx";
import { useLists, useStartList } from "./use-lists.ts";

interface ListsViewProps {
	/** Addresses that another page handed over; null: none. */
	given: AddressList | null;
	onGiven: (given: AddressList | null) => void;
}

/** Looks up many people in the background: a file, or contacts that were selected elsewhere. */
export function ListsView({ given, onGiven }: ListsViewProps) {
	const query = useLists();
	const sources = useSources().data?.publicSources ?? [];
	const [file, setFile] = useState<File | null>(null);
	const start = useStartList(() => {
		setFile(null);
		onGiven(null);
	});
	const chosen = file !== null ? { file } : given;
	return (
		<div className="flex min-w-0 flex-col gap-6">
			<Card>
				<div className="flex flex-col gap-4">
					{chosen === null ? (
						<DropZone
							label={t.lists.drop}
							hint={t.lists.dropHint}
							accept=".csv,.tsv,.txt,text/csv,text/plain"
							onFiles={([one]) => {
								start.reset();
								setFile(one ?? null);
							}}
						/>
					) : (
						<>
							<p className="text-14 font-medium break-words">{"file" in chosen ? chosen.file.name : chosen.name}</p>
							<div className="flex flex-wrap gap-2">
								<Button
									variant="primary"
									icon={UserRoundSearch}
									busy={start.isPending}
									onClick={() => start.mutate(chosen)}
								>
									{"file" in chosen ? t.lists.enrichFile : t.lists.enrich(chosen.emails.length)}
								</Button>
								<Button
									disabled={start.isPending}
									onClick={() => {
										start.reset();
										setFile(null);
										onGiven(null);
									}}
								>
									{t.lists.cancel}
								</Button>
							</div>
						</>
					)}
					<p className="text-13 text-ink-3">
						{sources.length === 0
							? t.search.local
							: t.lists.remote(sources.map((id) => t.result.sources[id]).join(", "))}
					</p>
				</div>
			</Card>
			{start.error && <Notice tone="red">{start.error.message}</Notice>}
			{query.error && !query.data && <Notice tone="red">{t.lists.couldntLoad}</Notice>}
			{query.data && query.data.length > 0 && (
				<Section title={t.lists.title} note={t.lists.note}>
					<ul className="divide-y divide-line overflow-hidden rounded-3 border border-line bg-surface">
						{query.data.map((list) => (
							<ListLine key={list.id} list={list} />
						))}
					</ul>
				</Section>
			)}
		</div>
	);
}
