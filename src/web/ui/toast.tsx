import { X } from "lucide-react";
import { toast as show, Toaster } from "sonner";
import { cx } from "./cx.ts";

export interface ToastMessage {
	/** What happened: "Archived 214 emails". */
	title: string;
	/** More about it. */
	description?: string;
	/** `destructive`: something failed. */
	tone?: "plain" | "destructive";
	/** Offers Undo. A rejected promise is the caller's to report. */
	undo?: () => void | Promise<void>;
	/** Another way on, such as "Show". */
	action?: { label: string; onSelect: () => void };
	/** Replaces a toast that is still shown under this id. */
	id?: string;
}

/** Milliseconds. What can be acted on stays longer; pointing at a toast stops the clock. */
const brief = 5000;
const withAction = 12_000;

/** Says what happened, bottom right. @returns the toast's id, for `dismissToast`. */
export function toast(message: ToastMessage): string | number {
	const actionable = message.undo !== undefined || message.action !== undefined;
	return show.custom((id) => <Slip message={message} close={() => show.dismiss(id)} />, {
		id: message.id,
		duration: actionable || message.tone === "destructive" ? withAction : brief,
	});
}

export function dismissToast(id: string | number): void {
	show.dismiss(id);
}

function Slip({ message, close }: { message: ToastMessage; close: () => void }) {
	const { title, description, tone = "plain", undo, action } = message;
	const act = (run: () => void | Promise<void>) => () => {
		close();
		void run();
	};
	return (
		<div
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
			{undo && <ToastButton label="Undo" onClick={act(undo)} />}
			{action && <ToastButton label={action.label} onClick={act(action.onSelect)} />}
			<button
				type="button"
				aria-label="Close"
				onClick={close}
				className="flex size-6 shrink-0 items-center justify-center rounded-1 opacity-65 hover:opacity-100"
			>
				<X size={14} aria-hidden="true" />
			</button>
		</div>
	);
}

function ToastButton({ label, onClick }: { label: string; onClick: () => void }) {
	return (
		<button type="button" onClick={onClick} className="h-6 shrink-0 font-medium underline underline-offset-4">
			{label}
		</button>
	);
}

/** Shows the toasts; the shell mounts it once. */
export function ToastHost() {
	return (
		<Toaster
			position="bottom-right"
			gap={8}
			offset={24}
			mobileOffset={{ bottom: 16, left: 16, right: 16 }}
			style={{ "--width": "420px", zIndex: "var(--z-toast)" } as React.CSSProperties}
			toastOptions={{ unstyled: true, className: "w-full font-sans" }}
		/>
	);
}
