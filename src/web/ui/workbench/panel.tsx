import { X } from "lucide-react";
import { type ReactNode, useState, useSyncExternalStore } from "react";
import { t } from "../base/text.ts";
import { IconButton } from "../button/button.tsx";
import { Dialog } from "../overlay/dialog.tsx";

interface WorkPanelProps {
	/** Null: closed. */
	open: boolean;
	title: string;
	/** Under the title: an address. */
	subtitle?: ReactNode;
	onClose: () => void;
	/** At the bottom: what can be done with the row, the main button first, a menu last and at the right. */
	actions?: ReactNode;
	children: ReactNode;
}

/** Room for a table next to a panel of 440 px. */
const room = "(min-width: 1280px)";

/** Whether the panel is next to the rows; otherwise it is a sheet above them. */
export function usePanelRoom(): boolean {
	return useSyncExternalStore(
		(listener) => {
			const list = matchMedia(room);
			list.addEventListener("change", listener);
			return () => list.removeEventListener("change", listener);
		},
		() => matchMedia(room).matches,
		() => true,
	);
}

/** Details of one row: next to the rows where there is room, otherwise a sheet. */
export function WorkPanel(props: WorkPanelProps) {
	const hasRoom = usePanelRoom();
	// Keeps the content rendered while the sheet closes.
	const [last, setLast] = useState(props);
	if (props.open && props !== last) setLast(props);
	if (hasRoom) return props.open ? <Aside {...props} /> : null;
	const { title, subtitle, actions, children } = props.open ? props : last;
	return (
		<Dialog
			open={props.open}
			onClose={props.onClose}
			title={title}
			description={subtitle}
			size="medium"
			actions={
				// In the order of the panel, not of a dialog: it is the same bar, as wide as the phone.
				Boolean(actions) && (
					<div className="flex w-full items-center gap-2 max-sm:[&>:first-child]:flex-1">{actions}</div>
				)
			}
		>
			<div className="flex flex-col gap-4">{children}</div>
		</Dialog>
	);
}

function Aside({ title, subtitle, onClose, actions, children }: WorkPanelProps) {
	return (
		<section aria-label={title} className="flex w-[440px] shrink-0 flex-col border-l border-line">
			<div className="flex items-start justify-between gap-3 px-6 pt-5 pb-3">
				<div className="min-w-0">
					<h2 className="text-16 font-semibold break-words">{title}</h2>
					{subtitle !== undefined && <div className="text-13 text-ink-2">{subtitle}</div>}
				</div>
				<IconButton icon={X} label={t.dialog.close} onClick={onClose} />
			</div>
			<div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-6 pt-1 pb-6">{children}</div>
			{Boolean(actions) && (
				<div data-toasts-above className="flex min-h-16 flex-wrap items-center gap-2 border-t border-line px-6 py-2.5">
					{actions}
				</div>
			)}
		</section>
	);
}

/** A part of the panel, separated from the others by a line. */
export function PanelSection({ title, end, children }: { title: string; end?: ReactNode; children: ReactNode }) {
	return (
		<section className="flex flex-col gap-2 border-t border-line pt-4">
			<div className="flex items-center justify-between gap-3">
				<h3 className="text-14 font-semibold">{title}</h3>
				{end}
			</div>
			{children}
		</section>
	);
}

/** The large numbers of a row. */
export function PanelFigures({ items }: { items: readonly { label: string; value: ReactNode }[] }) {
	return (
		<dl className="grid grid-cols-4 gap-3">
			{items.map(({ label, value }) => (
				<div key={label} className="flex min-w-0 flex-col-reverse justify-end">
					<dt className="text-12 text-ink-3">{label}</dt>
					<dd className="font-display text-20 tabular-nums">{value}</dd>
				</div>
			))}
		</dl>
	);
}
