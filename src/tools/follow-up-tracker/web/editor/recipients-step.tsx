import { useMutation, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { DropZone } from "#web/ui/form/drop-zone.tsx";
import { Field, Textarea } from "#web/ui/form/field.tsx";
import { confirm } from "#web/ui/overlay/confirm.ts";
import { Section } from "#web/ui/page/card.tsx";
import { Tabs } from "#web/ui/page/tabs.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import type { Campaign } from "../../contract.ts";
import { limits } from "../../limits.ts";
import { campaignKeys, campaigns } from "../base/api.ts";
import { t } from "../base/text.ts";
import { RecipientTable } from "../people/recipient-table.tsx";
import { CandidatesPanel } from "./candidates-panel.tsx";

/** Reads the file: loaded with the parser when rows are given. */
const ImportPanel = lazy(() => import("./import-panel.tsx"));

const accept = ".csv,.tsv,.tab,.txt,text/csv,text/tab-separated-values,text/plain";

type Source = "file" | "people" | "search";

const sources = [
	{ value: "file", label: t.recipients.fromFile },
	{ value: "people", label: t.recipients.fromPeople },
	{ value: "search", label: t.recipients.fromSearch },
] as const;

/** Recipients from a file, pasted rows, contacts or a search, and the list so far. */
export function RecipientsStep({ campaign }: { campaign: Campaign }) {
	const [source, setSource] = useState<Source>("file");
	const [file, setFile] = useState<File | null>(null);
	const [pasted, setPasted] = useState("");
	const done = () => {
		setFile(null);
		setPasted("");
	};
	return (
		<>
			<Tabs label={t.recipients.sources} tabs={sources} value={source} onChange={setSource} />
			{source !== "file" ? (
				<CandidatesPanel key={source} campaignId={campaign.id} source={source} />
			) : file === null ? (
				<div className="grid gap-5 md:grid-cols-2">
					<div className="flex min-w-0 flex-col items-start gap-2">
						<Field label={t.recipients.paste} hint={t.recipients.pasteHint}>
							<Textarea mono rows={6} value={pasted} onChange={(event) => setPasted(event.target.value)} />
						</Field>
						<Button
							disabled={pasted.trim() === ""}
							onClick={() => setFile(new File([pasted], t.recipients.pastedName, { type: "text/plain" }))}
						>
							{t.recipients.read}
						</Button>
					</div>
					<DropZone
						label={t.recipients.drop}
						hint={t.recipients.limit(limits.recipients)}
						accept={accept}
						onFiles={([one]) => setFile(one ?? null)}
					/>
				</div>
			) : (
				<Suspense fallback={<Skeleton rows={4} />}>
					<ImportPanel
						campaignId={campaign.id}
						room={limits.recipients - campaign.recipientCount}
						file={file}
						onDone={done}
					/>
				</Suspense>
			)}
			{campaign.recipientCount > 0 && (
				<Section title={t.list.recipients(campaign.recipientCount)} actions={<ClearButton id={campaign.id} />}>
					<RecipientTable campaign={campaign} />
				</Section>
			)}
			{campaign.recipientCount >= limits.recipients && (
				<Notice tone="amber">{t.recipients.limit(limits.recipients)}</Notice>
			)}
		</>
	);
}

function ClearButton({ id }: { id: string }) {
	const client = useQueryClient();
	const clear = useMutation({
		mutationFn: () => campaigns.clearRecipients({ params: { id } }),
		onError: (error) => toast({ title: t.details.couldntChange, description: error.message, tone: "destructive" }),
		onSettled: () => client.invalidateQueries({ queryKey: campaignKeys.all }),
	});
	const ask = async () => {
		const [title, description] = [t.recipients.clearQuestion, t.recipients.clearWhy];
		if (await confirm({ title, description, confirm: t.recipients.clear, danger: true })) clear.mutate();
	};
	return (
		<Button size="small" busy={clear.isPending} onClick={() => void ask()}>
			{t.recipients.clear}
		</Button>
	);
}
