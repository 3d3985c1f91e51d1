import { useQueryClient } from "@tanstack/react-query";
import { keys } from "#web/lib/api/query-client.ts";
import { cacheAccount, selectAccount } from "#web/lib/mailbox/accounts.ts";
import { DropZone } from "#web/ui/form/drop-zone.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { t } from "./text.ts";
import { UploadRow } from "./upload-row.tsx";
import { startUpload, useUploads } from "./uploads.ts";

const mailFiles = ".mbox,.mbx,.eml,.msg,.gz,.zip,.tgz";

/** Uploads mail files in chunks; uploads are resumable. */
export default function MboxPanel() {
	const client = useQueryClient();
	const uploads = useUploads();
	const startUploads = (files: File[]) => {
		for (const file of files) {
			if (file.size === 0) {
				toast({ title: t.panel.emptyFile, description: t.panel.isEmpty(file.name), tone: "destructive" });
				continue;
			}
			startUpload(file, (account) => {
				cacheAccount(client, account);
				selectAccount(account);
				void client.invalidateQueries({ queryKey: keys.accounts });
				void client.invalidateQueries({ queryKey: keys.jobs });
			});
		}
	};
	return (
		<div className="flex flex-col gap-2">
			<DropZone
				label={t.panel.dropMailFile}
				hint={t.panel.dropMailFileHint}
				accept={mailFiles}
				multiple
				onFiles={startUploads}
			/>
			{uploads.length > 0 && (
				<ul aria-label={t.panel.uploads} className="divide-y divide-line">
					{uploads.map((upload) => (
						<UploadRow key={upload.key} upload={upload} />
					))}
				</ul>
			)}
		</div>
	);
}
