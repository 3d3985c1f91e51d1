import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement } from "react";
import { Keys } from "../base/kbd.tsx";

interface TooltipProps {
	text: string;
	/** Shortcut in the command table's notation. */
	keys?: string;
	side?: "top" | "bottom" | "left" | "right";
	/** One focusable element, which must have its own accessible name. */
	children: ReactElement;
}

/** A short hint on hover and focus. Never the only source of a fact. */
export function Tooltip({ text, keys, side = "bottom", children }: TooltipProps) {
	return (
		<Base.Root>
			<Base.Trigger render={children} delay={400} />
			<Base.Portal>
				<Base.Positioner side={side} sideOffset={6} collisionPadding={8} className="z-[var(--z-toast)]">
					<Base.Popup className="flex items-center gap-2 rounded-1 bg-ink px-2 py-1 text-12 text-paper">
						{text}
						{keys && <Keys keys={keys} tone="inverse" />}
					</Base.Popup>
				</Base.Positioner>
			</Base.Portal>
		</Base.Root>
	);
}
