import { formatCount } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import type { ImportState } from "./use-import.ts";

/** Buttons of the import dialogs. */
export function ImportActions({ take, onCancel }: { take: ImportState; onCancel: () => void }) {
	return (
		<>
			<Button onClick={onCancel}>Cancel</Button>
			{take.isReady && (
				<Button variant="primary" disabled={take.chosen.size === 0} busy={take.isRunning} onClick={take.start}>
					Import {formatCount(take.chosen.size, "filter")}
				</Button>
			)}
		</>
	);
}
