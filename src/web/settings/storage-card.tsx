import { useQuery } from "@tanstack/react-query";
import type { Storage } from "#shared/contracts/storage.ts";
import { api } from "#web/lib/api/api.ts";
import { formatBytes } from "#web/lib/base/format.ts";
import { settingsApi, settingsKeys } from "#web/lib/settings/settings-api.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { Progress } from "#web/ui/state/progress.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { t } from "./text.ts";
import { useChange } from "./use-change.ts";

const NEARLY_FULL = 0.9;

/** Storage usage by category, and how to free space. */
export function StorageCard() {
	const query = useQuery({
		queryKey: settingsKeys.storage,
		queryFn: ({ signal }) => settingsApi.getStorage({}, { signal }),
	});
	return (
		<Card title={t.storage.storage} note={t.storage.storageNote}>
			<QueryView query={query} loading={<Skeleton rows={2} label={t.storage.loadingStorage} />}>
				{(storage) => <Usage storage={storage} />}
			</QueryView>
		</Card>
	);
}

function Usage({ storage }: { storage: Storage }) {
	const { usedBytes, limitBytes } = storage;
	const share = limitBytes === null ? 0 : usedBytes / limitBytes;
	return (
		<div className="flex flex-col gap-4">
			{limitBytes === null ? (
				<p className="text-14">{t.storage.used(usedBytes)}</p>
			) : (
				<Progress
					label={t.storage.storageUsed}
					done={usedBytes}
					total={limitBytes}
					detail={t.storage.usedOf(usedBytes, limitBytes)}
					tone={share >= 1 ? "red" : share >= NEARLY_FULL ? "amber" : "green"}
				/>
			)}
			<ul className="divide-y divide-line border-t border-line">
				<Part name="Emails" bytes={storage.mailBytes} frees={t.storage.emailsNote} />
				<Part name="Uploaded files" bytes={storage.fileBytes} frees={t.storage.deletedWithMailbox} />
				<Part name="Unfinished uploads" bytes={storage.uploadBytes} frees={t.storage.uploadsNote}>
					{storage.uploadBytes > 0 && <DeleteUploads />}
				</Part>
				<Part name="Backups and exports" bytes={storage.archiveBytes} frees={t.storage.archivesNote} />
			</ul>
		</div>
	);
}

interface PartProps {
	name: string;
	bytes: number;
	/** How to free this space. */
	frees: string;
	children?: React.ReactNode;
}

function Part({ name, bytes, frees, children }: PartProps) {
	return (
		<li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
			<div className="min-w-48 flex-1">
				<p className="text-14">{name}</p>
				<p className="text-12 text-ink-3">{frees}</p>
			</div>
			<span className="text-13 text-ink-2 tabular-nums">{formatBytes(bytes)}</span>
			{children}
		</li>
	);
}

function DeleteUploads() {
	const remove = useChange({
		make: async () => {
			const { items } = await api.listUploads();
			for (const { id } of items) await api.deleteUpload({ params: { id } });
		},
		failed: t.storage.couldntDeleteUploads,
		refresh: [settingsKeys.storage],
	});
	return (
		<Button size="small" busy={remove.isPending} onClick={() => remove.mutate()}>
			{t.storage.deleteUnfinishedUploads}
		</Button>
	);
}
