import { Badge } from "#web/ui/base/badge.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import type { ImportPreview } from "../../contract.ts";
import { actionWords, conditionWords } from "../../descriptions.ts";
import { t } from "../base/text.ts";

interface ImportListProps {
	preview: Pick<ImportPreview, "filters" | "skipped">;
	chosen: ReadonlySet<number>;
	onChoose: (chosen: ReadonlySet<number>) => void;
	/** Shown where there is nothing to import. */
	empty: { title: string; description: string };
}

/** Contents of a file: what can be imported, what differs here, and what is skipped. */
export function ImportList({ preview, chosen, onChoose, empty }: ImportListProps) {
	const { filters, skipped } = preview;
	const possible = filters.flatMap(({ error: problem }, n) => (problem === null ? n : []));
	const toggle = (n: number, on: boolean) => {
		const next = new Set(chosen);
		if (on) next.add(n);
		else next.delete(n);
		onChoose(next);
	};
	if (filters.length + skipped.length === 0) return <EmptyState {...empty} />;
	return (
		<>
			{possible.length > 0 && (
				<Checkbox
					label={t.files.selectedOf(chosen.size, possible.length)}
					showLabel
					checked={chosen.size === possible.length}
					mixed={chosen.size > 0 && chosen.size < possible.length}
					onChange={() => onChoose(chosen.size === possible.length ? new Set() : new Set(possible))}
				/>
			)}
			{filters.length > 0 && (
				<ul aria-label={t.files.filtersFile} className="rounded-2 border border-line">
					{filters.map((filter, n) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: the file's rules have no ids, and their order stays
						<FilterItem key={n} filter={filter} isChosen={chosen.has(n)} onChoose={(on) => toggle(n, on)} />
					))}
				</ul>
			)}
			{skipped.length > 0 && (
				<section>
					<h3 className="pb-1 text-13 font-semibold">{t.files.notSupported}</h3>
					<ul className="rounded-2 border border-line">
						{skipped.map(({ name: what, reason: why, line }, n) => (
							// biome-ignore lint/suspicious/noArrayIndexKey: as above
							<li key={n} className="border-b border-line px-3 py-1.5 text-13 last:border-0">
								<span className="font-medium">{what}</span>
								{line !== null && <span className="text-ink-3"> {t.files.line(line)}</span>}
								<span className="block text-12 text-ink-3">{why}</span>
							</li>
						))}
					</ul>
				</section>
			)}
		</>
	);
}

interface FilterItemProps {
	filter: ImportPreview["filters"][number];
	isChosen: boolean;
	onChoose: (on: boolean) => void;
}

/** One filter of the file, and what differs here. */
function FilterItem({ filter: { draft, notes, error: problem, isKnown }, isChosen, onChoose }: FilterItemProps) {
	return (
		<li className="flex items-start gap-3 border-b border-line px-3 py-2.5 last:border-0">
			<span className="pt-0.5">
				<Checkbox label={draft.name} checked={isChosen} disabled={problem !== null} onChange={(on) => onChoose(on)} />
			</span>
			<div className="min-w-0 flex-1">
				<p className="flex flex-wrap items-center gap-x-2">
					<span className="text-14 font-semibold break-words">{draft.name}</span>
					{draft.isActive === false && <Badge>{t.files.inactive}</Badge>}
					{isKnown && <Badge tone="blue">{t.files.alreadyExists}</Badge>}
				</p>
				<p className="text-13 break-words text-ink-2">
					{wordsOf(draft)} <span aria-hidden="true">→</span>{" "}
					<span className="font-medium">
						{actionWords({
							action: draft.action,
							labelName: draft.labelName ?? null,
							folderName: draft.folderName ?? null,
							forwardTo: draft.forwardTo ?? null,
						})}
					</span>
				</p>
				{notes.map((note) => (
					<p key={note} className="mt-0.5 text-12 text-amber">
						{note}
					</p>
				))}
				{problem !== null && <p className="mt-0.5 text-12 text-red">{problem}</p>}
			</div>
		</li>
	);
}

function wordsOf({ ruleType, ruleValue = "", conditions }: ImportPreview["filters"][number]["draft"]): string {
	if (ruleType !== "advanced") return conditionWords({ kind: ruleType, value: ruleValue, not: false });
	return conditions === null || conditions === undefined ? "" : conditionWords(conditions);
}
