import { Button } from "#web/ui/button.tsx";
import { t } from "../text.ts";
import type { ImportState } from "./use-import.ts";

/** Buttons of the import dialogs. */
export function ImportActions({ take, onCancel }: { take: ImportState; onCancel: () => void }) {
	return (
		<>
			<Button onClick={onCancel}>{t.files.cancel}</Button>
			{take.isReady && (
				<Button variant="primary" disabled={take.chosen.size === 0} busy={take.isRunning} onClick={take.start}>
					{t.files.importCount(take.chosen.size)}
				</Button>
			)}
		</>
	);
}
