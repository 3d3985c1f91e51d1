import { Maximize2, Minimize2, Minus, X } from "lucide-react";
import { IconButton } from "#web/ui/button/button.tsx";
import { t } from "../base/text.ts";
import { type OpenComposer, resizeComposer } from "../draft/open-composers.ts";

interface WindowBarProps {
	draftId: string;
	title: string;
	/** "Saved" and the like. */
	status?: string;
	size: OpenComposer["size"];
	onClose: () => void;
}

/** Title and window buttons of a composer. */
export function WindowBar({ draftId, title, status, size, onClose }: WindowBarProps) {
	const isMinimized = size === "minimized";
	return (
		<div className="flex h-11 shrink-0 items-center gap-1 border-b border-line bg-sunken pr-2 pl-4 sm:h-10">
			<button
				type="button"
				onClick={() => resizeComposer(draftId, isMinimized ? "docked" : "minimized")}
				aria-expanded={!isMinimized}
				className="flex min-w-0 flex-1 items-baseline gap-2 text-left max-sm:pointer-events-none"
			>
				<span className="truncate text-14 font-semibold">{title}</span>
				{!isMinimized && status !== undefined && (
					<span role="status" className="shrink-0 text-12 text-ink-3">
						{status}
					</span>
				)}
			</button>
			<span className="contents max-sm:hidden">
				<IconButton
					icon={Minus}
					label={isMinimized ? t.window.restore : t.window.minimize}
					size="small"
					onClick={() => resizeComposer(draftId, isMinimized ? "docked" : "minimized")}
				/>
				{!isMinimized && (
					<IconButton
						icon={size === "full" ? Minimize2 : Maximize2}
						label={size === "full" ? t.window.dock : t.window.enlarge}
						size="small"
						onClick={() => resizeComposer(draftId, size === "full" ? "docked" : "full")}
					/>
				)}
			</span>
			<IconButton icon={X} label={t.window.saveAndClose} keys="escape" size="small" onClick={onClose} />
		</div>
	);
}
