import { Popover as Base } from "@base-ui/react/popover";
import type { ReactElement, ReactNode } from "react";
import { cx } from "../base/cx.ts";
import { popupClass } from "../base/popup.ts";

interface PopoverProps {
	/** The button that opens it. */
	trigger: ReactElement;
	title: string;
	align?: "start" | "center" | "end";
	children: ReactNode;
}

/** A small pane next to its button, for information without leaving the page. */
export function Popover({ trigger, title, align = "end", children }: PopoverProps) {
	return (
		<Base.Root>
			<Base.Trigger render={trigger} />
			<Base.Portal>
				<Base.Positioner align={align} sideOffset={6} collisionPadding={8} className="z-[var(--z-menu)]">
					<Base.Popup className={cx(popupClass, "w-90 p-0")}>
						<Base.Title className="border-b border-line px-4 py-2.5 text-13 font-semibold">{title}</Base.Title>
						{children}
					</Base.Popup>
				</Base.Positioner>
			</Base.Portal>
		</Base.Root>
	);
}
