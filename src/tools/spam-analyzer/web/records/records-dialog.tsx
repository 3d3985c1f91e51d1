import { useMutation } from "@tanstack/react-query";
import { WandSparkles } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import type { Report } from "../../contract.ts";
import {
	dkimRecord,
	dmarcRecord,
	nextPolicy,
	sendersIn,
	spfRecord,
	stsPolicy,
	stsRecord,
	tlsReportRecord,
} from "../../records.ts";
import { analyzer } from "../base/api.ts";
import { t } from "../base/text.ts";
import { type Choices, ChoicesForm } from "./choices-form.tsx";
import { canCreateKeys, createDkimKey, type DkimKey } from "./dkim-key.ts";
import { changeOf, publishedIn, type Records } from "./published.ts";
import { RecordFields } from "./record-fields.tsx";
import { ScorePreview } from "./score-preview.tsx";

interface RecordsDialogProps {
	report: Report;
	open: boolean;
	onClose: () => void;
}

/** Writes the records of a domain, and shows the score that it would have with them. */
export function RecordsDialog({ report, open, onClose }: RecordsDialogProps) {
	return (
		<Dialog
			open={open}
			onClose={onClose}
			size="large"
			title={t.records.title(report.domain)}
			description={t.records.description}
		>
			{open && <Editor report={report} />}
		</Dialog>
	);
}

function Editor({ report }: { report: Report }) {
	const { domain, analysis } = report;
	const published = publishedIn(report);
	const [records, setRecords] = useState<Records>(published);
	const [key, setKey] = useState<DkimKey | null>(null);
	const [choices, setChoices] = useState<Choices>(() => ({
		senders: sendersIn(published.spf || "v=spf1 mx -all"),
		policy: nextPolicy(published.dmarc),
		reportsTo: /rua=mailto:([^,;!\s]+)/.exec(published.dmarc)?.[1] ?? `dmarc@${domain}`,
	}));
	const selector = selectorOf(new Date());
	const preview = useMutation({
		mutationFn: () =>
			analyzer.whatIf({ params: { id: report.id }, body: changeOf(published, records, domain, selector) }),
		onError: (error) => toast({ title: t.records.couldntScore, description: error.message, tone: "destructive" }),
	});
	const edit = (next: Records): void => {
		setRecords(next);
		// The score shown belongs to other records.
		preview.reset();
	};
	const write = useMutation({
		mutationFn: async () => {
			const dkim = canCreateKeys() ? (key ?? (await createDkimKey())) : null;
			setKey(dkim);
			const { senders, policy, reportsTo } = choices;
			const mx = analysis.mx_records;
			edit({
				...records,
				spf: spfRecord(senders),
				dmarc: dmarcRecord(policy, reportsTo),
				...(dkim !== null && { dkim: dkimRecord(dkim.publicKey) }),
				...(mx.length > 0 && { "mta-sts": stsRecord(new Date()), "sts-policy": stsPolicy("enforce", mx) }),
				...(reportsTo !== "" && { "tls-rpt": tlsReportRecord(reportsTo) }),
			});
		},
	});
	return (
		<div className="flex min-w-0 flex-col gap-6">
			<ChoicesForm choices={choices} onChange={setChoices} />
			<div>
				<Button icon={WandSparkles} busy={write.isPending} onClick={() => write.mutate()}>
					{t.records.write}
				</Button>
			</div>
			<RecordFields
				{...{ domain, selector, published, records, privateKey: key?.privateKey ?? null }}
				onChange={edit}
			/>
			<ScorePreview report={report} result={preview.data} isBusy={preview.isPending} onAsk={() => preview.mutate()} />
		</div>
	);
}

/** A selector that says when its key was created, so that keys can be replaced. */
function selectorOf(now: Date): string {
	return `m${now.toISOString().slice(0, 7).replace("-", "")}`;
}
