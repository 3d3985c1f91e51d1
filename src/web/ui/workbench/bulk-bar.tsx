import type { ReactNode } from "react";
import { t } from "../base/text.ts";
import { Button } from "../button/button.tsx";

interface WorkbenchBulkBarProps {
	/** What is selected, by name and number: "3 lists selected". */
	summary: string;
	/** What that amounts to: "96 emails, 1 MB". */
	note?: string;
	/** Label of the button that clears the selection. */
	clearLabel: string;
	onClear: () => void;
	/** The actions, the main one last. */
	children: ReactNode;
}

/** Actions for the selected rows, docked below them; shown only while something is selected. */
export function WorkbenchBulkBar({ summary, note, clearLabel, onClear, children }: WorkbenchBulkBarProps) {
	return (
		<section
			aria-label={t.workbench.selection}
			data-toasts-above
			className="flex min-h-16 shrink-0 flex-wrap items-center gap-x-2 sm:flex-nowrap gap-y-2 border-t border-line-strong bg-surface px-4 py-2.5 lg:px-6"
		>
			<p role="status" className="min-w-0 truncate text-14">
				<strong className="font-semibold">{summary}</strong>
				{note !== undefined && <span className="ml-2 text-ink-3">{note}</span>}
			</p>
			<span className="ml-auto shrink-0">
				<Button variant="ghost" onClick={onClear}>
					{clearLabel}
				</Button>
			</span>
			<div className="flex shrink-0 items-center gap-2 max-sm:w-full max-sm:flex-wrap max-sm:*:flex-1">{children}</div>
		</section>
	);
}
