import { CalendarSync } from "lucide-react";
import { useState } from "react";
import { Section } from "#web/ui/page/card.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import { t } from "../base/text.ts";
import { ChangesGrid } from "./changes-grid.tsx";
import { MonitoredLine } from "./monitored-line.tsx";
import { useMonitored } from "./use-monitored.ts";

/** Lists that are validated again on a schedule, and what changed on the selected one. */
export function MonitoredView() {
	const query = useMonitored();
	const [selected, setSelected] = useState<string | null>(null);
	return (
		<QueryView query={query} errorTitle={t.monitored.failed}>
			{(lists) => {
				if (lists.length === 0)
					return (
						<EmptyState icon={CalendarSync} title={t.monitored.empty} description={t.monitored.emptyDescription} />
					);
				const shown = lists.find(({ id }) => id === selected);
				return (
					<div className="flex min-w-0 flex-col gap-6">
						<Section title={t.monitored.title} note={t.monitored.note}>
							<ul className="divide-y divide-line overflow-hidden rounded-3 border border-line bg-surface">
								{lists.map((list) => (
									<MonitoredLine
										key={list.id}
										list={list}
										isSelected={list.id === selected}
										onSelect={() => setSelected(list.id)}
									/>
								))}
							</ul>
						</Section>
						{shown && <ChangesGrid list={shown} />}
					</div>
				);
			}}
		</QueryView>
	);
}
