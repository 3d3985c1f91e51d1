import { useQueryClient } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import { type Account, noteAccount, type ProviderKindName, providerNames, selectAccount } from "#web/lib/accounts.ts";
import { keys } from "#web/lib/query-client.ts";
import { Button } from "#web/ui/button.tsx";
import { DropZone } from "#web/ui/drop-zone.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { UploadRow } from "./upload-row.tsx";
import { startUpload, useUploads } from "./uploads.ts";
import { useStartDemo } from "./use-start-demo.ts";

interface ProviderPanelProps {
	provider: ProviderKindName;
	/** Undefined while it is not known yet. */
	available: boolean | undefined;
	accounts: readonly Account[];
}

/** The way in for the chosen kind of mailbox. */
export function ProviderPanel({ provider, available, accounts }: ProviderPanelProps) {
	if (available === undefined) return null;
	if (!available)
		return (
			<Notice tone="amber">
				<strong className="font-semibold">{providerNames[provider]} is not set up on this server.</strong> The person
				who runs it can change that. Until then, upload a mail file or try the demo mailbox.
			</Notice>
		);
	if (provider === "demo") return <DemoPanel started={accounts.some((account) => account.provider === "demo")} />;
	if (provider === "mbox") return <MboxPanel />;
	return null;
}

function DemoPanel({ started }: { started: boolean }) {
	const start = useStartDemo();
	return (
		<div className="flex flex-col gap-3">
			<p className="text-14 text-ink-2">
				A made-up mailbox of some 1,700 messages with dates up to today. What you change in it is real and can be reset.
			</p>
			{started ? (
				<p className="text-13 text-ink-3">Your demo mailbox is running. Reset or remove it under Connected accounts.</p>
			) : (
				<div>
					<Button variant="primary" icon={FlaskConical} busy={start.isPending} onClick={() => start.mutate()}>
						Start demo mailbox
					</Button>
				</div>
			)}
		</div>
	);
}

const mailFiles = ".mbox,.mbx,.eml,.gz,.zip,.tgz";

function MboxPanel() {
	const client = useQueryClient();
	const uploads = useUploads();
	const take = (files: File[]) => {
		for (const file of files) {
			if (file.size === 0) {
				toast({ title: "Empty file", description: `${file.name} has nothing in it.`, tone: "destructive" });
				continue;
			}
			startUpload(file, (account) => {
				noteAccount(client, account);
				selectAccount(account);
				void client.invalidateQueries({ queryKey: keys.accounts });
				void client.invalidateQueries({ queryKey: keys.jobs });
			});
		}
	};
	return (
		<div className="flex flex-col gap-2">
			<DropZone
				label="Drop a mail file here"
				hint="mbox, mbox.gz, eml, or a Google Takeout zip or tgz. Any size; a dropped connection resumes."
				accept={mailFiles}
				multiple
				onFiles={take}
			/>
			{uploads.length > 0 && (
				<ul aria-label="Uploads" className="divide-y divide-line">
					{uploads.map((upload) => (
						<UploadRow key={upload.key} upload={upload} />
					))}
				</ul>
			)}
		</div>
	);
}
