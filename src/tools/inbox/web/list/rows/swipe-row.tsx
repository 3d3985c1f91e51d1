import { Archive, Trash2 } from "lucide-react";
import { type ReactNode, type TouchEvent, useRef, useState } from "react";
import { cx } from "#web/ui/base/cx.ts";
import { isSwipe, type Swipe, swipedTo } from "./swipe.ts";

interface SwipeRowProps {
	/** Absent: the row cannot be archived. */
	onArchive: (() => void) | undefined;
	onDelete: () => void;
	children: ReactNode;
}

/** A row that a finger swipes: to the right to archive, to the left to delete. Menus and keys have the same actions. */
export function SwipeRow({ onArchive, onDelete, children }: SwipeRowProps) {
	const element = useRef<HTMLDivElement>(null);
	const start = useRef<{ x: number; y: number; moves: boolean | null } | null>(null);
	const [offset, setOffset] = useState(0);
	const moved = (event: TouchEvent): Swipe | null => {
		const touch = event.changedTouches[0];
		const from = start.current;
		return touch === undefined || from === null ? null : { x: touch.clientX - from.x, y: touch.clientY - from.y };
	};
	const end = (swipe: Swipe | null) => {
		const moves = start.current?.moves === true;
		start.current = null;
		setOffset(0);
		const to = swipe && moves ? swipedTo(swipe, element.current?.clientWidth ?? 0) : null;
		if (to === "right") onArchive?.();
		else if (to === "left") onDelete();
	};
	const willAct = swipedTo({ x: offset, y: 0 }, element.current?.clientWidth ?? 0) !== null;
	return (
		<div ref={element} className="relative h-full touch-pan-y overflow-hidden">
			{offset !== 0 && (
				<span
					aria-hidden="true"
					className={cx(
						"absolute inset-0 flex items-center px-6",
						offset > 0 ? "bg-accent-soft text-accent" : "justify-end bg-red-soft text-red",
						!willAct && "opacity-60",
					)}
				>
					{offset > 0 ? <Archive size={20} /> : <Trash2 size={20} />}
				</span>
			)}
			<div
				className="relative h-full bg-surface"
				style={offset === 0 ? undefined : { transform: `translateX(${offset}px)` }}
				onTouchStart={(event) => {
					const touch = event.touches[0];
					start.current =
						touch === undefined || event.touches.length > 1
							? null
							: { x: touch.clientX, y: touch.clientY, moves: null };
				}}
				onTouchMove={(event) => {
					const from = start.current;
					const swipe = moved(event);
					if (from === null || swipe === null) return;
					from.moves ??= isSwipe(swipe);
					if (from.moves) setOffset(onArchive === undefined ? Math.min(0, swipe.x) : swipe.x);
				}}
				onTouchEnd={(event) => end(moved(event))}
				onTouchCancel={() => end(null)}
			>
				{children}
			</div>
		</div>
	);
}
