import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { formatCount } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { DropZone } from "#web/ui/drop-zone.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import type { ImportPreview } from "../../contract.ts";
import { filterKeys, filters } from "../api.ts";
import { ImportList } from "./import-list.tsx";

interface ImportDialogProps {
	open: boolean;
	onClose: () => void;
}

/** Rules of a file: looked at first, then those that are chosen are taken over, all or none. */
export function ImportDialog({ open, onClose }: ImportDialogProps) {
	const [read, setRead] = useState<ImportPreview | null>(null);
	const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
	const client = useQueryClient();
	const look = useMutation({
		mutationFn: (file: File) => filters.readFilters({}, { bytes: file }),
		onSuccess: (preview) => {
			setRead(preview);
			setChosen(new Set(preview.filters.flatMap((one, n) => (one.refusal === null && !one.isKnown ? n : []))));
		},
	});
	const close = () => {
		onClose();
		setRead(null);
		look.reset();
		take.reset();
	};
	const take = useMutation({
		mutationFn: (preview: ImportPreview) =>
			filters.createFilters({
				body: { filters: preview.filters.flatMap(({ draft }, n) => (chosen.has(n) ? draft : [])) },
			}),
		onSuccess: async ({ items }) => {
			await client.invalidateQueries({ queryKey: filterKeys.all });
			toast({
				title: "Filters Imported",
				description: `${formatCount(items.length, "filter")} came behind those that were here.`,
			});
			close();
		},
	});
	return (
		<Dialog
			open={open}
			onClose={close}
			title="Import filters"
			description={read === null ? "Nothing is taken over before you have seen it." : undefined}
			size="large"
			actions={
				<>
					<Button onClick={close}>Cancel</Button>
					{read && (
						<Button
							variant="primary"
							disabled={chosen.size === 0}
							busy={take.isPending}
							onClick={() => take.mutate(read)}
						>
							Import {formatCount(chosen.size, "filter")}
						</Button>
					)}
				</>
			}
		>
			<div className="flex flex-col gap-4">
				{look.error && <Notice tone="red">{look.error.message}</Notice>}
				{take.error && <Notice tone="red">{take.error.message}</Notice>}
				{read === null ? (
					<DropZone
						label="Drop a file of filters here"
						hint="Gmail's mailFilters.xml, a Sieve script, or JSON, up to 4 MB."
						accept=".xml,.sieve,.siv,.txt,.json"
						disabled={look.isPending}
						onFiles={([file]) => file && look.mutate(file)}
					/>
				) : (
					<ImportList preview={read} chosen={chosen} onChoose={setChosen} />
				)}
			</div>
		</Dialog>
	);
}
