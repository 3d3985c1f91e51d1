import { useState } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { ShowMore } from "#web/ui/state/show-more.tsx";
import { steadyRows } from "#web/ui/table/steady-rows.ts";
import { Strip } from "#web/ui/workbench/strip.tsx";
import { t } from "../base/text.ts";
import { useMerge, useSuggestions } from "./use-merge.ts";

/** Contacts that may be one person, with the action that makes them one. */
export function MergeStrip() {
	const [isOpen, setOpen] = useState(false);
	const query = useSuggestions();
	const suggestions = query.data?.pages.flatMap((page) => page.items) ?? [];
	const total = query.data?.pages[0]?.total ?? 0;
	const [first] = suggestions;
	const items = suggestions.map(({ name, organization, ids }) => ({
		id: ids.join(" "),
		name,
		step: t.merge.step(ids.length, organization),
		action: <MergeButton name={name} ids={ids} />,
	}));
	return (
		<>
			{first !== undefined && (
				<Strip
					label={t.merge.strip(total)}
					count={total}
					words={t.merge.words}
					items={items}
					next={t.merge.next(first.name)}
					open={{ label: t.merge.review, onSelect: () => setOpen(true) }}
				/>
			)}
			<Dialog
				open={isOpen && items.length > 0}
				onClose={() => setOpen(false)}
				title={t.merge.title}
				description={t.merge.description}
				actions={<Button onClick={() => setOpen(false)}>{t.merge.close}</Button>}
			>
				<ul ref={steadyRows} className="divide-y divide-line border-y border-line">
					{items.map(({ id, name, step, action }) => (
						<li key={id} className="flex items-center gap-3 py-2 text-14">
							<span className="min-w-0 flex-1">
								<span className="block truncate font-medium">{name}</span>
								<span className="block truncate text-13 text-ink-3">{step}</span>
							</span>
							{action}
						</li>
					))}
				</ul>
				<ShowMore query={query} shown={items.length} total={total} />
			</Dialog>
		</>
	);
}

function MergeButton({ name, ids }: { name: string; ids: string[] }) {
	const merge = useMerge();
	return (
		<Button
			size="small"
			aria-label={t.merge.mergeNamed(name)}
			busy={merge.isPending}
			onClick={() => merge.mutate({ ids })}
		>
			{t.merge.merge}
		</Button>
	);
}
