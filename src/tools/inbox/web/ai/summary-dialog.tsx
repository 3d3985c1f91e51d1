import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import type { ActionItem, Summary } from "#shared/contracts/summaries.ts";
import { isDistrusted } from "#shared/mail/trust.ts";
import { formatDate } from "#web/lib/base/format.ts";
import { refreshMail } from "#web/lib/undo/undo.ts";
import { Badge } from "#web/ui/base/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { announce, toast } from "#web/ui/toast/toast.ts";
import type { EmailItem } from "../base/mail.ts";
import { t as readerText } from "../base/reader-text.ts";
import { t } from "../base/text.ts";
import type { TaskActions } from "../base/tool-action.ts";
import { summaries } from "./api.ts";
import { EngineNote } from "./engine-note.tsx";

interface SummaryDialogProps {
	item: EmailItem;
	/** What can be done about an action item. */
	taskActions: TaskActions;
	onClose: () => void;
}

/** What an email says, and what it asks for. */
export default function SummaryDialog({ item, taskActions, onClose }: SummaryDialogProps) {
	const client = useQueryClient();
	const summary = useMutation({
		mutationFn: (isAnother: boolean) => summaries["email-ai-summary"]({ body: { emailId: item.id, isAnother } }),
		onSuccess: async ({ cached }) => {
			announce(`${t.ai.generated}.`, `${cached ? t.ai.usingCached : t.ai.newSummary}.`);
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
			{summary.data && <Content item={item} summary={summary.data} taskActions={taskActions} onClose={onClose} />}
		</Dialog>
	);
}

interface ContentProps extends Pick<SummaryDialogProps, "item" | "taskActions" | "onClose"> {
	summary: Summary;
}

function Content({ item, summary: { short, long, actions, engine }, taskActions, onClose }: ContentProps) {
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
					<p className="text-ink-3">{isDistrusted(item.trust ?? null) ? t.ai.noActionsSuspicious : t.ai.noActions}</p>
				) : (
					<ul className="flex flex-col divide-y divide-line">
						{actions.map((action, index) => (
							// biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
							<Action key={index} action={action} taskActions={taskActions} onClose={onClose} />
						))}
					</ul>
				)}
			</Part>
			<EngineNote engine={engine} builtIn={t.ai.builtIn} />
		</div>
	);
}

interface ActionProps extends Pick<SummaryDialogProps, "taskActions" | "onClose"> {
	action: ActionItem;
}

function Action({ action: { text, due, people }, taskActions, onClose }: ActionProps) {
	return (
		<li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1.5 py-2 first:pt-0 last:pb-0">
			<span className="min-w-48 flex-1">
				<span dir="auto">{text}</span>{" "}
				{due !== null && <Badge tone="amber">{t.ai.due(formatDate(`${due}T12:00:00`))}</Badge>}{" "}
				{people.map((name) => (
					<Badge key={name}>{name}</Badge>
				))}
			</span>
			{taskActions({ text, due }).map(({ action: { id, label, icon }, run }) => (
				<Button
					key={id}
					size="small"
					icon={icon}
					aria-label={t.ai.actionOn(label, text)}
					onClick={() => {
						// It may open another message, whose summary this is not.
						onClose();
						run();
					}}
				>
					{label}
				</Button>
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
