import { useMutation } from "@tanstack/react-query";
import { Dialog } from "#web/ui/dialog.tsx";
import { DropZone } from "#web/ui/drop-zone.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { filters } from "../api.ts";
import { t } from "../text.ts";
import { ImportActions } from "./import-actions.tsx";
import { ImportList } from "./import-list.tsx";
import { useImport } from "./use-import.ts";

interface ImportDialogProps {
	open: boolean;
	onClose: () => void;
}

/** Import of rules from a file: preview, then import the selected ones, all or none. */
export function ImportDialog({ open, onClose }: ImportDialogProps) {
	const look = useMutation({ mutationFn: (file: File) => filters.readFilters({}, { bytes: file }) });
	const close = () => {
		onClose();
		look.reset();
		take.reset();
	};
	const take = useImport(look.data, close);
	return (
		<Dialog
			open={open}
			onClose={close}
			title={t.files.importFilters}
			description={look.data === undefined ? t.files.reviewFiltersBeforeAnything : undefined}
			size="large"
			actions={<ImportActions take={take} onCancel={close} />}
		>
			<div className="flex flex-col gap-4">
				{look.error && <Notice tone="red">{look.error.message}</Notice>}
				{take.error && <Notice tone="red">{take.error.message}</Notice>}
				{look.data === undefined ? (
					<DropZone
						label={t.files.dropFilterFile}
						hint={t.files.dropFilterFileHint}
						accept=".xml,.sieve,.siv,.txt,.json"
						disabled={look.isPending}
						onFiles={([file]) => file && look.mutate(file)}
					/>
				) : (
					<ImportList preview={look.data} chosen={take.chosen} onChoose={take.choose} />
				)}
			</div>
		</Dialog>
	);
}
