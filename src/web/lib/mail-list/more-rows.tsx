import { Button } from "#web/ui/button/button.tsx";
import { t } from "../base/text.ts";

interface MoreRowsProps {
	loaded: number;
	total: number;
	failed: boolean;
	onRetry: () => void;
}

/** Last row of a list that is not loaded completely: how far it is, or that the next page failed. */
export function MoreRows({ loaded, total, failed, onRetry }: MoreRowsProps) {
	const className = "flex h-12 items-center justify-center gap-3 text-13 text-ink-3 tabular-nums";
	if (!failed) return <div className={className}>{t.mailList.loadedOf(loaded, total)}</div>;
	return (
		// A button within a grid must be in a cell. Table elements cannot be positioned row by row.
		// biome-ignore lint/a11y/useSemanticElements: see above
		// biome-ignore lint/a11y/useFocusableInteractive: the button takes the focus
		<div role="row">
			{/* biome-ignore lint/a11y/useSemanticElements: see above */}
			{/* biome-ignore lint/a11y/useFocusableInteractive: see above */}
			<div role="gridcell" className={className}>
				{t.mailList.couldntLoadMore}
				<Button size="small" onClick={onRetry}>
					{t.mailList.tryAgain}
				</Button>
			</div>
		</div>
	);
}
