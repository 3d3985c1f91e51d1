import { Button } from "#web/ui/button.tsx";
import { t } from "../text.ts";

interface MoreRowsProps {
	loaded: number;
	total: number;
	failed: boolean;
	onRetry: () => void;
}

/** Last row of a list that is not loaded completely: how far it is, or that the next page failed. */
export function MoreRows({ loaded, total, failed, onRetry }: MoreRowsProps) {
	return (
		<div className="flex h-12 items-center justify-center gap-3 text-13 text-ink-3 tabular-nums">
			{failed ? (
				<>
					{t.mailList.couldntLoadMore}
					<Button size="small" onClick={onRetry}>
						{t.mailList.tryAgain}
					</Button>
				</>
			) : (
				t.mailList.loadedOf(loaded, total)
			)}
		</div>
	);
}
