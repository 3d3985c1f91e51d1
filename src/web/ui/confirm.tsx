import { AlertDialog } from "@base-ui/react/alert-dialog";
import { useRef, useSyncExternalStore } from "react";
import { Button } from "./button.tsx";
import { cx } from "./cx.ts";
import { backdropClass, panelClass, viewportClass } from "./dialog.tsx";

export interface ConfirmQuestion {
	/** The question itself: "Delete this email?" */
	title: string;
	/** What will happen, and whether it can be undone. */
	description?: string;
	/** The button that does it: "Delete". */
	confirm: string;
	cancel?: string;
	/** It takes something away. */
	danger?: boolean;
}

interface Asked extends ConfirmQuestion {
	answer: (yes: boolean) => void;
}

let asked: Asked | null = null;
const listeners = new Set<() => void>();
function set(next: Asked | null): void {
	asked = next;
	for (const listener of listeners) listener();
}

/** Asks in an alert dialog; resolves to true when the person agrees. A second question answers the first with no. */
export function confirm(question: ConfirmQuestion): Promise<boolean> {
	asked?.answer(false);
	return new Promise((resolve) => set({ ...question, answer: resolve }));
}

/** Shows the questions; the shell mounts it once. */
export function ConfirmHost() {
	const current = useSyncExternalStore(
		(listener) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		() => asked,
	);
	// The last question stays readable while the dialog closes.
	const last = useRef<Asked | null>(null);
	if (current) last.current = current;
	const shown = current ?? last.current;
	const cancelButton = useRef<HTMLButtonElement>(null);
	const answer = (yes: boolean) => {
		current?.answer(yes);
		set(null);
	};
	return (
		<AlertDialog.Root open={current !== null} onOpenChange={(open) => !open && answer(false)}>
			<AlertDialog.Portal>
				<AlertDialog.Backdrop className={backdropClass} />
				<AlertDialog.Viewport className={viewportClass}>
					<AlertDialog.Popup initialFocus={cancelButton} className={cx(panelClass, "max-w-[420px]")}>
						<div className="px-5 pt-4 pb-5">
							<AlertDialog.Title className="font-display text-20 font-medium">{shown?.title}</AlertDialog.Title>
							{shown?.description && (
								<AlertDialog.Description className="mt-1 text-14 text-ink-2">
									{shown.description}
								</AlertDialog.Description>
							)}
						</div>
						<div className="flex justify-end gap-2 border-t border-line px-5 py-3">
							<Button ref={cancelButton} onClick={() => answer(false)}>
								{shown?.cancel ?? "Cancel"}
							</Button>
							<Button variant={shown?.danger ? "danger" : "primary"} onClick={() => answer(true)}>
								{shown?.confirm}
							</Button>
						</div>
					</AlertDialog.Popup>
				</AlertDialog.Viewport>
			</AlertDialog.Portal>
		</AlertDialog.Root>
	);
}
