import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useSelection } from "#web/lib/mailbox/accounts.ts";
import { DropZone } from "#web/ui/form/drop-zone.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { filters } from "../base/api.ts";
import { t } from "../base/text.ts";
import { NOT_CHOSEN, presetScope } from "../form/scope.ts";
import { ScopeField } from "../form/scope-field.tsx";
import { ImportActions } from "./import-actions.tsx";
import { ImportList } from "./import-list.tsx";
import { useImport } from "./use-import.ts";

interface ImportRulesDialogProps {
	open: boolean;
	onClose: () => void;
}

/** Import of rules from a file: preview, then import the selected ones, all or none. */
export function ImportRulesDialog({ open, onClose }: ImportRulesDialogProps) {
	const readFile = useMutation({ mutationFn: (file: File) => filters.readFilters({}, { bytes: file }) });
	const close = () => {
		onClose();
		readFile.reset();
		setScope(NOT_CHOSEN);
		importState.reset();
	};
	const { account, accounts = [] } = useSelection();
	const [chosenScope, setScope] = useState(NOT_CHOSEN);
	const scope = chosenScope === NOT_CHOSEN ? presetScope(account, accounts) : chosenScope;
	const importState = useImport(readFile.data, close, scope);
	return (
		<Dialog
			open={open}
			onClose={close}
			title={t.files.importFilters}
			description={readFile.data === undefined ? t.files.importDescription : undefined}
			size="large"
			actions={<ImportActions importState={importState} onCancel={close} />}
		>
			<div className="flex flex-col gap-4">
				{readFile.error && <Notice tone="red">{readFile.error.message}</Notice>}
				{importState.error && <Notice tone="red">{importState.error.message}</Notice>}
				{readFile.data === undefined ? (
					<DropZone
						label={t.files.dropFilterFile}
						hint={t.files.dropFilterFileHint}
						accept=".xml,.sieve,.siv,.txt,.json"
						disabled={readFile.isPending}
						onFiles={([file]) => file && readFile.mutate(file)}
					/>
				) : (
					<>
						<div className="max-w-80">
							<ScopeField accounts={accounts} scope={scope} onChange={setScope} />
						</div>
						<ImportList
							preview={readFile.data}
							chosen={importState.chosen}
							onChoose={importState.choose}
							empty={{ title: t.files.noFiltersFile, description: t.files.noFiltersFileDescription }}
						/>
					</>
				)}
			</div>
		</Dialog>
	);
}
