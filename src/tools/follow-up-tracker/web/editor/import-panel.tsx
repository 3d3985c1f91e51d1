import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { FileSpreadsheet } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { MappingTable } from "#web/ui/file-import/mapping-table.tsx";
import { detectFormat, emailColumnOf, readRows, readSample, type TableFormat } from "#web/ui/file-import/table-file.ts";
import { Notice } from "#web/ui/state/notice.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { limits } from "../../limits.ts";
import { campaignKeys, campaigns } from "../base/api.ts";
import { t } from "../base/text.ts";
import { rowsOf } from "./rows-of.ts";

interface ImportPanelProps {
	campaignId: string;
	/** Recipients that the campaign can still get. */
	room: number;
	file: File;
	/** Added, or another file is to be chosen. */
	onDone: () => void;
}

const fields = [{ id: "email", label: t.recipients.emailColumn, isRequired: true, kind: "email" }] as const;

/** Rows of a file: which column has the addresses; every other one becomes a merge field. */
export default function ImportPanel({ campaignId, room, file, onDone }: ImportPanelProps) {
	const [chosenFormat, setFormat] = useState<TableFormat | null>(null);
	const [chosenColumn, setColumn] = useState<number | null>(null);
	const client = useQueryClient();
	const query = useQuery({
		queryKey: ["campaign-file", file.name, file.size, file.lastModified, chosenFormat],
		queryFn: async () => {
			const format = chosenFormat ?? (await detectFormat(file));
			const sample = await readSample(file, format);
			const { rows } = await readRows(file, format);
			return { format, sample, rows, column: emailColumnOf(sample) };
		},
		...{ staleTime: Number.POSITIVE_INFINITY, gcTime: 0, retry: false },
	});
	const column = chosenColumn ?? query.data?.column ?? null;
	const rows =
		query.data === undefined || column === null ? [] : rowsOf(query.data.rows, query.data.sample.columns, column);
	const add = useMutation({
		async mutationFn() {
			const total = { added: 0, duplicates: 0 };
			for (let at = 0; at < rows.length; at += limits.rows) {
				const body = { rows: rows.slice(at, at + limits.rows) };
				const { added, duplicates } = await campaigns.addRecipients({ params: { id: campaignId }, body });
				total.added += added;
				total.duplicates += duplicates;
			}
			return total;
		},
		onSuccess: ({ added, duplicates }) => {
			toast({ title: t.recipients.added(added, duplicates) });
			onDone();
		},
		onError: (error) => toast({ title: t.recipients.couldntAdd, description: error.message, tone: "destructive" }),
		onSettled: () => client.invalidateQueries({ queryKey: campaignKeys.all }),
	});
	return (
		<div className="flex min-w-0 flex-col gap-3">
			<p className="flex items-center gap-2.5 text-13">
				<FileSpreadsheet aria-hidden="true" size={18} className="shrink-0 text-ink-3" />
				<span className="min-w-0 truncate font-medium">{file.name}</span>
				{query.data && <span className="shrink-0 text-ink-3">{t.recipients.rows(query.data.rows.length)}</span>}
				<Button size="small" variant="ghost" onClick={onDone}>
					{t.recipients.chooseAnother}
				</Button>
			</p>
			{query.error && <Notice tone="red">{t.recipients.couldntRead}</Notice>}
			{query.isPending && <Skeleton rows={4} />}
			{query.data && (
				<MappingTable
					sample={query.data.sample}
					format={query.data.format}
					onFormat={(format) => {
						setFormat(format);
						setColumn(null);
					}}
					fields={fields}
					mapping={{ email: column }}
					onMapping={(mapping) => setColumn(mapping.email ?? null)}
					otherwise={t.recipients.asField}
				/>
			)}
			{query.data && column === null && <Notice tone="amber">{t.recipients.noColumn}</Notice>}
			{rows.length > room && <Notice tone="amber">{t.recipients.tooMany(rows.length, room, limits.recipients)}</Notice>}
			{rows.length > 0 && rows.length <= room && (
				<div>
					<Button variant="primary" busy={add.isPending} onClick={() => add.mutate()}>
						{t.recipients.add(rows.length)}
					</Button>
				</div>
			)}
		</div>
	);
}
