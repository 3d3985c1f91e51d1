import { Button } from "#web/ui/button/button.tsx";
import { t } from "../base/text.ts";
import type { ImportState } from "./use-import.ts";

/** Buttons of the import dialogs. */
export function ImportActions({ importState, onCancel }: { importState: ImportState; onCancel: () => void }) {
	return (
		<>
			<Button onClick={onCancel}>{t.files.cancel}</Button>
			{importState.isReady && (
				<Button
					variant="primary"
					disabled={importState.chosen.size === 0 || importState.needsScope}
					busy={importState.isRunning}
					onClick={importState.start}
				>
					{t.files.importCount(importState.chosen.size)}
				</Button>
			)}
		</>
	);
}
