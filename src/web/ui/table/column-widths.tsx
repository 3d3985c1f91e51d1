import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useState } from "react";
import { t } from "../base/text.ts";

/** Pixels. */
const narrowest = 64;
const widest = 640;
const usual = 160;
const keyStep = 16;
/** Columns shrink to this share of their widths before the table scrolls sideways. */
const shrink = 0.7;
/** The column of checkboxes. */
const selectWidth = 44;

export interface ColumnWidths {
	/** CSS width of a column: a share of the table until the user changes one, then pixels. */
	of(id: string): string;
	/** The edge of a column's header. */
	handle(column: { id: string; header: string }): ReactNode;
	/** For the table. */
	style: CSSProperties;
}

/** Widths of columns that the user can change. `width` of a column is where it starts: "200px". */
export function useColumnWidths(
	columns: readonly { id: string; width?: string }[],
	hasSelection: boolean,
): ColumnWidths {
	const [changed, setChanged] = useState<Readonly<Record<string, number>>>({});
	const start = (id: string) => Number.parseInt(columns.find((column) => column.id === id)?.width ?? "", 10) || usual;
	const pixelsOf = (id: string) => changed[id] ?? start(id);
	const total = columns.reduce((sum, { id }) => sum + pixelsOf(id), hasSelection ? selectWidth : 0);
	const isChanged = Object.keys(changed).length > 0;
	const set = (id: string, width: number) =>
		setChanged((now) => ({ ...now, [id]: Math.round(Math.min(widest, Math.max(narrowest, width))) }));
	return {
		of: (id) => (isChanged ? `${pixelsOf(id)}px` : `${(100 * pixelsOf(id)) / total}%`),
		handle: ({ id, header }) => (
			<ResizeHandle header={header} width={pixelsOf(id)} onWidth={(width) => set(id, width)} />
		),
		style: isChanged ? { width: total } : { minWidth: Math.round(shrink * total) },
	};
}

interface ResizeHandleProps {
	header: string;
	width: number;
	onWidth: (width: number) => void;
}

/** The edge of a column: dragged, or moved with the arrow keys. */
function ResizeHandle({ header, width, onWidth }: ResizeHandleProps) {
	const [from, setFrom] = useState<{ x: number; width: number } | null>(null);
	const keyDown = (event: KeyboardEvent) => {
		const by = { ArrowLeft: -keyStep, ArrowRight: keyStep }[event.key];
		if (by === undefined) return;
		event.preventDefault();
		onWidth(width + by);
	};
	return (
		// biome-ignore lint/a11y/useSemanticElements: a separator that moves takes focus, which <hr> cannot
		<span
			role="separator"
			aria-orientation="vertical"
			aria-label={t.grid.widthOf(header)}
			aria-valuenow={width}
			aria-valuemin={narrowest}
			aria-valuemax={widest}
			tabIndex={0}
			onKeyDown={keyDown}
			onPointerDown={(event: PointerEvent<HTMLElement>) => {
				event.preventDefault();
				event.currentTarget.setPointerCapture(event.pointerId);
				setFrom({ x: event.clientX, width });
			}}
			onPointerMove={(event) => from && onWidth(from.width + event.clientX - from.x)}
			onPointerUp={() => setFrom(null)}
			className="absolute inset-y-0 right-0 w-2 cursor-col-resize touch-none after:absolute after:inset-y-2 after:right-0 after:w-px after:bg-line-strong hover:after:bg-accent"
		/>
	);
}
