import { type DragEvent, useState } from "react";

/** Where a dragged row would go: before the row with this index; the length of the list for its end. */
interface Drag {
	id: string;
	to: number;
}

/** Puts rows into another order by dragging; the keyboard's way is `move`. @param ids in their order */
export function useDrag(ids: readonly string[], onOrder: (ids: string[]) => void) {
	const [drag, setDrag] = useState<Drag | null>(null);

	const place = (id: string, to: number): void => {
		const from = ids.indexOf(id);
		const target = to > from ? to - 1 : to;
		if (from < 0 || target === from) return;
		onOrder(ids.toSpliced(from, 1).toSpliced(target, 0, id));
	};
	return {
		/** The row that is dragged. */
		dragged: drag?.id ?? null,
		/** A line shows before this row. */
		to: drag?.to ?? null,
		/** One place up or down. */
		move: (id: string, by: -1 | 1) => {
			const from = ids.indexOf(id);
			const to = from + by;
			if (to >= 0 && to < ids.length) place(id, by === 1 ? to + 1 : to);
		},
		/** For what is dragged by. */
		handle: (id: string) => ({
			draggable: true,
			onDragStart: (event: DragEvent<HTMLElement>) => {
				event.dataTransfer.effectAllowed = "move";
				event.dataTransfer.setData("text/plain", id);
				const row = event.currentTarget.closest("li");
				if (row) event.dataTransfer.setDragImage(row, 16, 16);
				setDrag({ id, to: ids.indexOf(id) });
			},
			onDragEnd: () => setDrag(null),
		}),
		/** For the rows. */
		row: (index: number) => ({
			onDragOver: (event: DragEvent<HTMLElement>) => {
				if (drag === null) return;
				event.preventDefault();
				const { top, height } = event.currentTarget.getBoundingClientRect();
				const to = event.clientY > top + height / 2 ? index + 1 : index;
				if (to !== drag.to) setDrag({ ...drag, to });
			},
			onDrop: (event: DragEvent<HTMLElement>) => {
				event.preventDefault();
				if (drag !== null) place(drag.id, drag.to);
				setDrag(null);
			},
		}),
	};
}
