import { hierarchy, treemap, treemapSquarify } from "d3-hierarchy";
import { type CSSProperties, useEffect, useRef, useState } from "react";
import { CATEGORY_NAMES } from "#shared/mail/categories.ts";
import { formatBytes, formatCount } from "#web/lib/base/format.ts";
import { formatMonth } from "#web/lib/base/format-days.ts";
import type { SpaceCell } from "../../contract.ts";
import { t } from "../base/text.ts";

interface TreemapProps {
	/** Accessible name of the map. */
	label: string;
	cells: readonly SpaceCell[];
	/** The colors of each cell by its key. */
	fills: ReadonlyMap<string, CSSProperties>;
	/** The key of the selected cell. */
	chosen: string | null;
	onChoose: (cell: SpaceCell) => void;
}

/** Smaller cells have no room for a label; it is in the tooltip and the table. Pixels. */
const ROOM = { width: 72, height: 30 };
const usualFill: CSSProperties = { background: "var(--chart-seq-1)", color: "var(--chart-on-1)" };
/** Side of the smallest touch target (WCAG 2.5.8) and, with spacing, the smallest area. Pixels. */
const TOUCHABLE = 24;
const MIN_AREA = 42 * 42;

/** Cells sized by value. Selectable cells are buttons, in order of size. */
export default function Treemap({ label, cells, fills, chosen, onChoose }: TreemapProps) {
	const frame = useRef<HTMLUListElement>(null);
	const [{ width, height }, setSize] = useState({ width: 0, height: 0 });
	useEffect(() => {
		const element = frame.current;
		if (element === null) return;
		const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }));
		observer.observe(element);
		return () => observer.disconnect();
	}, []);
	const root = hierarchy<{ children?: SpaceCell[]; bytes?: number }>({ children: gathered(cells, width * height) })
		.sum(({ bytes = 0 }) => bytes)
		.sort((a, b) => (b.value ?? 0) - (a.value ?? 0));
	const layout = treemap<{ children?: SpaceCell[]; bytes?: number }>()
		.tile(treemapSquarify.ratio(1.4))
		.size([width, height])
		.paddingInner(2)
		.round(true);
	return (
		<ul ref={frame} aria-label={label} className="relative h-[420px] w-full overflow-hidden rounded-2 max-sm:h-[460px]">
			{layout(root)
				.leaves()
				.map((leaf) => {
					const cell = leaf.data as SpaceCell;
					const rect = { left: leaf.x0, top: leaf.y0, width: leaf.x1 - leaf.x0, height: leaf.y1 - leaf.y0 };
					return (
						<li key={cell.key ?? "rest"} className="absolute" style={rect}>
							<Cell
								cell={cell}
								fill={fills.get(cell.key ?? "") ?? usualFill}
								hasRoom={rect.width >= ROOM.width && rect.height >= ROOM.height}
								isTall={rect.height >= ROOM.height + 18}
								isTouchable={rect.width >= TOUCHABLE && rect.height >= TOUCHABLE}
								isChosen={cell.key !== null && cell.key === chosen}
								onChoose={onChoose}
							/>
						</li>
					);
				})}
		</ul>
	);
}

interface CellProps {
	cell: SpaceCell;
	fill: CSSProperties;
	hasRoom: boolean;
	isTall: boolean;
	isTouchable: boolean;
	isChosen: boolean;
	onChoose: (cell: SpaceCell) => void;
}

function Cell({ cell, fill, hasRoom, isTall, isTouchable, isChosen, onChoose }: CellProps) {
	const facts = [
		...[cell.label, formatBytes(cell.bytes), formatCount(cell.count, "email")],
		...(cell.month === null ? [] : [t.space.fromOnAverage(formatMonth(cell.month))]),
		...(cell.category === null ? [] : [CATEGORY_NAMES[cell.category]]),
	];
	const words = (
		<>
			<span className={hasRoom ? "block w-full truncate text-13 font-medium" : "sr-only"}>{facts[0]}</span>{" "}
			<span className={hasRoom && isTall ? "block w-full truncate text-12 tabular-nums" : "sr-only"}>{facts[1]}</span>{" "}
			<span className="sr-only">{facts.slice(2).join(", ")}</span>
		</>
	);
	if (cell.key === null || !isTouchable)
		return (
			<div
				title={facts.join(", ")}
				className="size-full overflow-hidden rounded-1 border border-dashed border-line px-2 py-1 text-ink-3"
			>
				{words}
			</div>
		);
	return (
		<button
			type="button"
			title={facts.join(", ")}
			aria-pressed={isChosen}
			onClick={() => onChoose(cell)}
			style={fill}
			className="flex size-full flex-col items-start overflow-hidden rounded-1 px-2 py-1 text-left hover:shadow-[inset_0_0_0_2px_currentColor] aria-pressed:shadow-[inset_0_0_0_3px_var(--chart-more)]"
		>
			{words}
		</button>
	);
}

/** Merges cells too small to select or read into one. @param area of the whole map, in square pixels */
function gathered(cells: readonly SpaceCell[], area: number): SpaceCell[] {
	const all = cells.reduce((sum, { bytes }) => sum + bytes, 0);
	const isLarge = ({ key, bytes }: SpaceCell): boolean => key !== null && (bytes / all) * area >= MIN_AREA;
	const rest = cells.filter((cell) => !isLarge(cell));
	const bytes = rest.reduce((sum, cell) => sum + cell.bytes, 0);
	const count = rest.reduce((sum, cell) => sum + cell.count, 0);
	const one =
		rest.length === 1 ? rest[0] : { key: null, label: t.space.allOthers, count, bytes, month: null, category: null };
	return [...cells.filter(isLarge), ...(one && bytes > 0 ? [one] : [])];
}
