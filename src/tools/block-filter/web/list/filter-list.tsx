import { ShieldBan } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { EmptyState } from "#web/ui/state/states.tsx";
import type { Filter, FilterWarning } from "../../contract.ts";
import { t } from "../base/text.ts";
import { useOrder, useRemove, useToggle } from "../base/use-filters.ts";
import type { NativeStatus } from "../native/native-status.ts";
import { FilterRow } from "./filter-row.tsx";
import { useDrag } from "./use-drag.ts";

interface FilterListProps {
	filters: readonly Filter[];
	warnings: readonly FilterWarning[];
	/** Mailbox names by id. */
	names: ReadonlyMap<string, string>;
	/** Where each rule runs. */
	nativeStatuses: (filterId: string) => NativeStatus[];
	/** The rule being edited. */
	edited: string | null;
	onEdit: (filter: Filter) => void;
}

/** The rules in order. */
export function FilterList({ filters, warnings, names, nativeStatuses, edited, onEdit }: FilterListProps) {
	const toggle = useToggle();
	const remove = useRemove();
	const order = useOrder();
	const drag = useDrag(
		filters.map(({ id }) => id),
		(ids) => order.mutate(ids),
	);
	const list = useRef<HTMLOListElement>(null);
	const moved = useRef<string | null>(null);
	const [announcement, setAnnouncement] = useState("");
	// Reordering recreates the row's element, which loses the focus.
	useEffect(() => {
		const at = filters.findIndex(({ id }) => id === moved.current);
		if (at < 0) return;
		list.current?.querySelectorAll<HTMLElement>("[draggable]")[at]?.focus();
		setAnnouncement(t.list.movedTo(filters[at]?.name ?? "", at + 1, filters.length));
		moved.current = null;
	}, [filters]);
	const moveByKey = (id: string, by: -1 | 1) => {
		moved.current = id;
		drag.move(id, by);
	};
	if (filters.length === 0)
		return (
			<EmptyState
				icon={ShieldBan}
				title={t.list.noFiltersCreatedYet}
				description={t.list.noFiltersCreatedYetDescription}
			/>
		);
	return (
		<>
			<p role="status" className="sr-only">
				{announcement}
			</p>
			<ol ref={list} aria-label={t.list.filtersInOrder}>
				{filters.map((filter, index) => (
					<FilterRow
						key={filter.id}
						filter={filter}
						index={index}
						count={filters.length}
						mailbox={filter.accountId === null ? t.form.allMailboxes : names.get(filter.accountId)}
						warnings={filter.isActive ? warnings.filter(({ filterId }) => filterId === filter.id) : []}
						nativeStatuses={nativeStatuses(filter.id)}
						isBusy={toggle.isPending && toggle.variables.filter.id === filter.id}
						isEdited={edited === filter.id}
						onToggle={(isActive) => toggle.mutate({ filter, isActive })}
						onEdit={() => onEdit(filter)}
						onRemove={() => remove.mutate(filter)}
						onMove={(by) => drag.move(filter.id, by)}
						onMoveByKey={(by) => moveByKey(filter.id, by)}
						handle={drag.handle(filter.id)}
						row={drag.row(index)}
						isDragged={drag.dragged === filter.id}
						line={
							drag.to === index ? "above" : drag.to === filters.length && index === filters.length - 1 ? "below" : null
						}
					/>
				))}
			</ol>
		</>
	);
}
