import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactNode, type RefObject, useRef } from "react";
import { cx } from "../base/cx.ts";
import { useScrollTabStop } from "../base/scroll-tab-stop.ts";
import { t } from "../base/text.ts";
import { IconButton } from "../button/button.tsx";
import { focusBehind, useInFront } from "./use-in-front.ts";

interface DialogProps {
	open: boolean;
	/** Absent: it can't be closed, hides the page, and stays in front of every other dialog. */
	onClose?: () => void;
	title: string;
	/** One sentence under the title. */
	description?: ReactNode;
	size?: "small" | "medium" | "large";
	/** Receives the initial focus; the first control when absent. */
	initialFocus?: RefObject<HTMLElement | null>;
	/** Footer buttons, the main one last. Nothing and false: no footer. */
	actions?: ReactNode;
	children?: ReactNode;
}

const widths = { small: "max-w-[420px]", medium: "max-w-[560px]", large: "max-w-[840px]" };

export const backdropClass = "fixed inset-0 z-[var(--z-dialog)] bg-[oklch(0.2_0.01_155/0.38)]";
const hidingBackdropClass = "fixed inset-0 z-[var(--z-front)] bg-paper";
const placeClass = "fixed inset-0 flex items-end justify-center overflow-y-auto p-2 sm:items-center sm:p-6";
export const viewportClass = cx(placeClass, "z-[var(--z-dialog)]");
const frontViewportClass = cx(placeClass, "z-[var(--z-front)]");
export const panelClass =
	"flex max-h-[calc(100dvh-16px)] w-full flex-col overflow-hidden rounded-3 border border-line bg-surface text-ink " +
	"shadow-2 outline-none motion-safe:animate-rise";

/** A modal dialog. Closes on Escape and on an outside click, if it can be closed; traps and restores focus. */
export function Dialog(props: DialogProps) {
	const { open, onClose, title, description, size = "medium", initialFocus, actions, children } = props;
	const popup = useRef<HTMLDivElement>(null);
	const isInFront = onClose === undefined;
	useInFront(popup, open && isInFront);
	return (
		<Base.Root open={open} onOpenChange={(next) => !next && onClose?.()}>
			<Base.Portal>
				<Base.Backdrop className={isInFront ? hidingBackdropClass : backdropClass} />
				<Base.Viewport className={isInFront ? frontViewportClass : viewportClass}>
					<Base.Popup
						ref={popup}
						initialFocus={initialFocus}
						finalFocus={isInFront ? focusBehind : undefined}
						// Live regions alone are not hidden by dialogs that open later.
						aria-live={isInFront ? "off" : undefined}
						className={cx(panelClass, widths[size])}
					>
						<div className="flex items-start justify-between gap-4 px-5 pt-4 pb-2">
							<div className="min-w-0">
								<Base.Title className="font-display text-20 font-medium">{title}</Base.Title>
								{description !== undefined && (
									<Base.Description className="mt-1 text-14 text-ink-2">{description}</Base.Description>
								)}
							</div>
							{onClose && <Base.Close render={<IconButton icon={X} label={t.dialog.close} tooltip={false} />} />}
						</div>
						{children !== undefined && <Body>{children}</Body>}
						{Boolean(actions) && (
							<div data-toasts-above className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">
								{actions}
							</div>
						)}
					</Base.Popup>
				</Base.Viewport>
			</Base.Portal>
		</Base.Root>
	);
}

/** Scrolls where it is taller than the window. */
function Body({ children }: { children: ReactNode }) {
	const frame = useRef<HTMLDivElement>(null);
	return (
		<div
			ref={frame}
			tabIndex={useScrollTabStop(frame)}
			className="min-h-0 overflow-y-auto outline-none focus-visible:shadow-[inset_0_0_0_2px_var(--accent)]"
		>
			<div className="px-5 pt-1 pb-5">{children}</div>
		</div>
	);
}

/** Buttons of a form that is all a dialog contains, the main one last. They stay in view while the fields scroll. */
export function DialogFormActions({ children }: { children: ReactNode }) {
	return (
		<div
			data-toasts-above
			className="sticky bottom-0 -mx-5 -mb-5 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-surface px-5 py-3"
		>
			{children}
		</div>
	);
}
