import { AlertDialog } from "@base-ui/react/alert-dialog";
import { useRef } from "react";
import { cx } from "../base/cx.ts";
import { t } from "../base/text.ts";
import { Button } from "../button/button.tsx";
import { answerConfirm, type PendingConfirm, usePendingConfirm } from "./confirm.ts";
import { backdropClass, panelClass, viewportClass } from "./dialog.tsx";

/** Renders the confirmation dialog. */
export default function ConfirmHost() {
	const current = usePendingConfirm();
	// The last question stays readable during the closing animation.
	const last = useRef<PendingConfirm | null>(null);
	if (current) last.current = current;
	const shown = current ?? last.current;
	const cancelButton = useRef<HTMLButtonElement>(null);
	return (
		<AlertDialog.Root open={current !== null} onOpenChange={(open) => !open && answerConfirm(false)}>
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
						<div data-toasts-above className="flex justify-end gap-2 border-t border-line px-5 py-3">
							<Button ref={cancelButton} onClick={() => answerConfirm(false)}>
								{shown?.cancel ?? t.dialog.cancel}
							</Button>
							<Button variant={shown?.danger ? "danger" : "primary"} onClick={() => answerConfirm(true)}>
								{shown?.confirm}
							</Button>
						</div>
					</AlertDialog.Popup>
				</AlertDialog.Viewport>
			</AlertDialog.Portal>
		</AlertDialog.Root>
	);
}
