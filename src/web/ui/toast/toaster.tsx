import { X } from "lucide-react";
import { type CSSProperties, useEffect, useRef, useState } from "react";
import { Toaster as Sonner, toast as show, useSonner } from "sonner";
import { cx } from "../base/cx.ts";
import { t } from "../base/text.ts";
import { attachToastScreen, type ToastMessage } from "./toast.ts";
import { TOAST_GAP, useToastPlace } from "./toast-place.ts";
import { ToastsInUse, useToastTimer } from "./use-toast-timer.ts";

/** Milliseconds. Toasts with an action stay longer. */
const brief = 5000;
const withAction = 12_000;
/** Milliseconds and pixels in which a second press means what the first one did: another toast slides under the pointer. */
const secondPress = { ms: 500, px: 24 };
const place = { bottom: "var(--toast-bottom)", left: "var(--toast-left)", right: "var(--toast-left)" };

/** Shows the toasts of `toast.ts`; loaded with the first of them. */
export default function Toaster() {
	const frame = useRef<HTMLDivElement>(null);
	const shown = useRef(0);
	const [isPointedAt, setPointedAt] = useState(false);
	const [hasFocus, setFocus] = useState(false);
	/** What had the focus before a toast. */
	const before = useRef<Element | null>(null);
	const press = useRef({ at: Number.NEGATIVE_INFINITY, x: 0, y: 0 });
	const hasToasts = useSonner().toasts.length > 0;
	useToastPlace(frame, hasToasts);
	// What goes away under the pointer or with the focus says nothing.
	if (!hasToasts && (isPointedAt || hasFocus)) {
		setPointedAt(false);
		setFocus(false);
	}
	useEffect(
		() =>
			attachToastScreen({
				show: (id, message) => {
					const serial = ++shown.current;
					const close = () => {
						if (frame.current?.contains(document.activeElement)) restoreFocus(before.current);
						show.dismiss(id);
					};
					show.custom(() => <Slip message={message} serial={serial} close={close} />, {
						id,
						// Each has its own timer.
						duration: Number.POSITIVE_INFINITY,
						onDismiss: message.onClosed,
					});
				},
				dismiss: (id) => show.dismiss(id),
				// The newest one is first.
				focus: () => frame.current?.querySelector<HTMLElement>("button")?.focus(),
			}),
		[],
	);
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: of all toasts, whose buttons do what can be done
		<div
			ref={frame}
			onClickCapture={(event) => {
				const { timeStamp: at, clientX: x, clientY: y, detail } = event;
				const { current: before } = press;
				const isNear = Math.hypot(x - before.x, y - before.y) < secondPress.px;
				// A click without a pointer comes from a key or from assistive technology.
				if (detail > 0 && isNear && at - before.at < secondPress.ms) event.stopPropagation();
				else press.current = { at, x, y };
			}}
			onPointerEnter={() => setPointedAt(true)}
			onPointerLeave={() => setPointedAt(false)}
			onFocus={({ currentTarget, relatedTarget }) => {
				if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
				setFocus(true);
			}}
			onBlur={(event) => setFocus(event.currentTarget.contains(event.relatedTarget))}
		>
			<ToastsInUse value={isPointedAt || hasFocus}>
				<Sonner
					position="bottom-left"
					// Stacked side by side: a newer one does not cover the Undo of the previous one.
					expand
					gap={TOAST_GAP}
					offset={place}
					mobileOffset={place}
					hotkey={[]}
					customAriaLabel={t.toast.region}
					style={{ "--width": "420px", zIndex: "var(--z-toast)", transition: "bottom var(--quick)" } as CSSProperties}
					toastOptions={{ unstyled: true, className: "pointer-events-none w-full font-sans" }}
				/>
			</ToastsInUse>
		</div>
	);
}

function restoreFocus(element: Element | null): void {
	if (element instanceof HTMLElement && element.isConnected) element.focus({ preventScroll: true });
}

interface SlipProps {
	message: ToastMessage;
	/** Another one: the message was replaced. */
	serial: number;
	close: () => void;
}

function Slip({ message, serial, close }: SlipProps) {
	const { title, description, tone = "plain", undo, isUndoAll, action, lastsMs } = message;
	const isLasting = undo !== undefined || action !== undefined || tone === "destructive";
	useToastTimer(lastsMs ?? (isLasting ? withAction : brief), serial, close);
	const act = (run: () => void | Promise<void>) => () => {
		close();
		void run();
	};
	return (
		<div
			role={tone === "destructive" ? "alert" : undefined}
			className={cx(
				"pointer-events-auto flex w-full items-center gap-4 rounded-2 border py-2.5 pr-2 pl-3.5 text-13 shadow-2 sm:w-fit sm:min-w-72",
				tone === "destructive" ? "border-red bg-red-soft text-ink" : "border-transparent bg-ink text-paper",
			)}
		>
			{/* New with each message: screen readers say the same words again only if they are another text. */}
			<p key={serial} className="min-w-0 flex-1">
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
