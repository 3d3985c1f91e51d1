import { X } from "lucide-react";
import { type CSSProperties, useEffect, useLayoutEffect, useRef } from "react";
import { Toaster as Sonner, toast as show } from "sonner";
import { cx } from "./cx.ts";
import { useDialogOpen } from "./open-dialogs.ts";
import { t } from "./text.ts";
import { attachToastScreen, type ToastMessage } from "./toast.ts";
import { dockToast, setDocked } from "./toast-dock.ts";

/** Milliseconds. Toasts with an action stay longer; hovering pauses the timer. */
const brief = 5000;
const withAction = 12_000;
/** Pixels around the toasts, and between them. */
const edge = 12;
const gap = 8;

/** Shows the toasts of `toast.ts`; loaded with the first of them. */
export default function Toaster() {
	const dialogOpen = useDialogOpen();
	const shown = useRef(0);
	useEffect(() => setDocked(!dialogOpen), [dialogOpen]);
	useEffect(
		() =>
			attachToastScreen({
				show: (id, message) => {
					const lasting = message.undo ?? message.action ?? message.tone === "destructive";
					show.custom(() => <Slip message={message} close={() => show.dismiss(id)} />, {
						id,
						// One that is replaced starts again, because its duration is another.
						duration: (message.lastsMs ?? (lasting ? withAction : brief)) + (++shown.current % 100),
						onDismiss: message.onClosed,
						onAutoClose: message.onClosed,
					});
				},
				dismiss: (id) => show.dismiss(id),
			}),
		[],
	);
	return (
		<Sonner
			// A dialog has its buttons at the bottom right, and on phones sits at the bottom.
			position={dialogOpen ? "top-left" : "bottom-right"}
			// Stacked side by side: a newer one does not cover the Undo of the previous one.
			expand
			gap={gap}
			offset={edge}
			mobileOffset={edge}
			style={{ "--width": "420px", zIndex: "var(--z-toast)" } as CSSProperties}
			toastOptions={{ unstyled: true, className: "w-full font-sans" }}
		/>
	);
}

function Slip({ message, close }: { message: ToastMessage; close: () => void }) {
	const { title, description, tone = "plain", undo, isUndoAll, action } = message;
	const slip = useRef<HTMLDivElement>(null);
	useLayoutEffect(() => dockToast(slip.current, { edge, gap }), []);
	const act = (run: () => void | Promise<void>) => () => {
		close();
		void run();
	};
	return (
		<div
			ref={slip}
			role={tone === "destructive" ? "alert" : undefined}
			className={cx(
				"flex w-full items-center gap-4 rounded-2 border py-2.5 pr-2 pl-3.5 text-13 shadow-2",
				tone === "destructive" ? "border-red bg-red-soft text-ink" : "border-transparent bg-ink text-paper",
			)}
		>
			<p className="min-w-0 flex-1">
				<strong className={cx("mr-3 font-semibold", tone === "destructive" && "text-red")}>{title}</strong>
				{description && <span className="break-words">{description}</span>}
			</p>
			{undo && <SlipButton label={isUndoAll ? t.toast.undoAll : t.toast.undo} onClick={act(undo)} />}
			{action && <SlipButton label={action.label} onClick={act(action.onSelect)} />}
			<button
				type="button"
				aria-label={t.toast.close}
				onClick={close}
				className="flex size-6 pointer-coarse:size-10 shrink-0 items-center justify-center rounded-1 opacity-65 hover:opacity-100"
			>
				<X size={14} aria-hidden="true" />
			</button>
		</div>
	);
}

function SlipButton({ label, onClick }: { label: string; onClick: () => void }) {
	return (
		<button
			type="button"
			onClick={onClick}
			className="h-6 pointer-coarse:h-10 shrink-0 font-medium underline underline-offset-4"
		>
			{label}
		</button>
	);
}
