import { Suspense, useState } from "react";
import { FileImport } from "#web/ui/file-import/lazy.tsx";
import { DropZone } from "#web/ui/form/drop-zone.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Tabs } from "#web/ui/page/tabs.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { t } from "../base/text.ts";
import { fields } from "./fields.ts";
import { useImport } from "./use-import.ts";

type Kind = "vcard" | "csv";

const tabs = [
	{ value: "vcard", label: t.import.vcard },
	{ value: "csv", label: t.import.csv },
] as const;

/** Imports contacts from a vCard or CSV file. */
export function ImportDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
	const [kind, setKind] = useState<Kind>("vcard");
	const run = useImport(onClose);
	return (
		<Dialog open={open} onClose={onClose} size="large" title={t.import.title} description={t.import.description}>
			{open && (
				<Tabs label={t.import.kinds} tabs={tabs} value={kind} onChange={setKind}>
					{kind === "vcard" ? (
						<div className="flex flex-col gap-4">
							{run.error && <Notice tone="red">{run.error.message}</Notice>}
							<DropZone
								label={t.import.drop}
								hint={t.import.dropHint}
								accept=".vcf,text/vcard,text/x-vcard"
								disabled={run.isPending}
								onFiles={([file]) => file && run.mutate(file)}
							/>
						</div>
					) : (
						<Suspense fallback={<Skeleton rows={4} />}>
							<FileImport
								label={t.import.title}
								fields={fields}
								verb={t.import.verb}
								otherwise={t.import.otherColumn}
								onImport={async (rows) => {
									await run.mutateAsync(rows);
								}}
							/>
						</Suspense>
					)}
				</Tabs>
			)}
		</Dialog>
	);
}
