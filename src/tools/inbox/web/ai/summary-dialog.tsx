import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import type { ActionItem, Summary } from "#shared/contracts/summaries.ts";
import { formatDate } from "#web/lib/format.ts";
import { refreshMail } from "#web/lib/undo.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.ts";
import type { EmailItem } from "../mail.ts";
import { t as readerText } from "../reader-text.ts";
import { t } from "../text.ts";
import { summaries } from "./api.ts";
import { EngineNote } from "./engine-note.tsx";

/** What an email says, and what it asks for. */
export default function SummaryDialog({ item, onClose }: { item: EmailItem; onClose: () => void }) {
	const client = useQueryClient();
	const summary = useMutation({
		mutationFn: (isAnother: boolean) => summaries["email-ai-summary"]({ body: { emailId: item.id, isAnother } }),
		onSuccess: async ({ cached }) => {
			toast({ title: t.ai.generated, description: cached ? t.ai.usingCached : t.ai.newSummary });
			// Lists show the short summary.
			if (!cached) await refreshMail(client);
		},
		onError: (error) => toast({ title: t.ai.summaryFailed, description: error.message, tone: "destructive" }),
	});
	const start = useEffectEvent(() => summary.mutate(false));
	useEffect(() => start(), []);
	return (
		<Dialog
			open
			onClose={onClose}
			title={t.ai.summary}
			description={item.subject || readerText.message.noSubject}
			actions={
				<Button busy={summary.isPending} onClick={() => summary.mutate(summary.isSuccess)}>
					{summary.isError ? t.ai.tryAgain : t.ai.again}
				</Button>
			}
		>
			{summary.isError && <Notice tone="red">{summary.error.message}</Notice>}
			{summary.isPending && <Skeleton shape="text" rows={5} label={t.ai.summarizing} />}
			{summary.data && <Content summary={summary.data} />}
		</Dialog>
	);
}

function Content({ summary: { short, long, actions, engine } }: { summary: Summary }) {
	return (
		<div className="flex flex-col gap-4">
			<Part title={t.ai.quick}>
				<p dir="auto">{short}</p>
			</Part>
			<Part title={t.ai.detailed}>
				<p dir="auto" className="whitespace-pre-line">
					{long}
				</p>
			</Part>
			<Part title={t.ai.actions}>
				{actions.length === 0 ? (
					<p className="text-ink-3">{t.ai.noActions}</p>
				) : (
					<ul className="flex list-disc flex-col gap-1.5 pl-5">
						{actions.map((action, index) => (
							// biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
							<Action key={index} action={action} />
						))}
					</ul>
				)}
			</Part>
			<EngineNote engine={engine} builtIn={t.ai.builtIn} />
		</div>
	);
}

function Action({ action: { text, due, people } }: { action: ActionItem }) {
	return (
		<li>
			<span dir="auto">{text}</span>{" "}
			{due !== null && <Badge tone="amber">{t.ai.due(formatDate(`${due}T12:00:00`))}</Badge>}{" "}
			{people.map((name) => (
				<Badge key={name}>{name}</Badge>
			))}
		</li>
	);
}

function Part({ title, children }: { title: string; children: ReactNode }) {
	return (
		<section className="text-14 wrap-anywhere">
			<h3 className="mb-1 text-13 font-medium text-ink-2">{title}</h3>
			{children}
		</section>
	);
}
