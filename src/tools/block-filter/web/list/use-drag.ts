import { type DragEvent, useState } from "react";

/** Drop position: before the row with this index; the length of the list for its end. */
interface Drag {
	id: string;
	to: number;
}

/** Reorders rows by drag and drop; `move` is the keyboard alternative. @param ids in order */
export function useDrag(ids: readonly string[], onOrder: (ids: string[]) => void) {
	const [drag, setDrag] = useState<Drag | null>(null);

	const moveTo = (id: string, to: number): void => {
		const from = ids.indexOf(id);
		const target = to > from ? to - 1 : to;
		if (from < 0 || target === from) return;
		onOrder(ids.toSpliced(from, 1).toSpliced(target, 0, id));
	};
	return {
		/** The row being dragged. */
		dragged: drag?.id ?? null,
		/** The drop line is shown before this row. */
		to: drag?.to ?? null,
		/** One position up or down. */
		move: (id: string, by: -1 | 1) => {
			const from = ids.indexOf(id);
			const to = from + by;
			if (to >= 0 && to < ids.length) moveTo(id, by === 1 ? to + 1 : to);
		},
		/** For the drag handle. */
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
				if (drag !== null) moveTo(drag.id, drag.to);
				setDrag(null);
			},
		}),
	};
}
