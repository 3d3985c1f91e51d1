import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { formatFullTime } from "#web/lib/base/format.ts";
import { mailLinkClass } from "#web/lib/screens/mail-link.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Section } from "#web/ui/page/card.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import type { Campaign, Recipient } from "../../contract.ts";
import { campaignKeys, campaigns } from "../base/api.ts";
import { t } from "../base/text.ts";
import { MessagePreview } from "./message-preview.tsx";
import { ReplyToneField } from "./reply-tone-field.tsx";

interface RecipientDialogProps {
	campaign: Campaign;
	/** Null: closed. */
	recipient: Recipient | null;
	onClose: () => void;
}

/** One recipient: what happened, replies included, and the messages. */
export function RecipientDialog({ campaign, recipient, onClose }: RecipientDialogProps) {
	const client = useQueryClient();
	const query = useQuery({
		queryKey: campaignKeys.recipient(recipient?.id ?? ""),
		enabled: recipient !== null,
		queryFn: ({ signal }) => campaigns.getRecipient({ params: { id: recipient?.id ?? "" } }, { signal }),
	});
	const stop = useMutation({
		mutationFn: (id: string) => campaigns.stopRecipient({ params: { id } }),
		onSuccess: () => toast({ title: t.recipient.stopped }),
		onError: (error) => toast({ title: t.recipient.couldntStop, description: error.message, tone: "destructive" }),
		onSettled: () => client.invalidateQueries({ queryKey: campaignKeys.all }),
	});
	const canStop = campaign.state !== "draft" && query.data?.recipient.state === "waiting";
	return (
		<Dialog
			open={recipient !== null}
			onClose={onClose}
			title={recipient?.email ?? ""}
			size="large"
			actions={
				canStop && (
					<Button busy={stop.isPending} onClick={() => recipient && stop.mutate(recipient.id)}>
						{t.recipient.stop}
					</Button>
				)
			}
		>
			<QueryView query={query} errorTitle={t.recipient.couldntLoad}>
				{({ recipient: shown, events, previews }) => (
					<div className="flex flex-col gap-5">
						{shown.state === "replied" && <ReplyToneField recipient={shown} />}
						<Section title={t.recipient.timeline}>
							{events.length === 0 ? (
								<p className="text-13 text-ink-3">{t.recipient.nothing}</p>
							) : (
								<Timeline events={events} />
							)}
						</Section>
						<Section title={t.recipient.messages}>
							<div className="flex flex-col gap-3">
								{previews.map((preview, index) => (
									<MessagePreview
										// biome-ignore lint/suspicious/noArrayIndexKey: messages are known by their positions
										key={index}
										preview={preview}
										waitDays={campaign.plan.steps[index]?.waitDays ?? 0}
									/>
								))}
							</div>
						</Section>
					</div>
				)}
			</QueryView>
		</Dialog>
	);
}

type Event = Awaited<ReturnType<typeof campaigns.getRecipient>>["events"][number];

function Timeline({ events }: { events: readonly Event[] }) {
	return (
		<ol className="flex flex-col divide-y divide-line">
			{events.map(({ kind, step, emailId, detail, isMachine, at }, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: events are only added
				<li key={index} className="flex flex-col gap-0.5 py-2 text-13">
					<p className="flex flex-wrap items-baseline gap-x-2">
						<span className="font-semibold">{t.recipient.events[kind]}</span>
						{(kind === "sent" || kind === "skipped") && step !== null && (
							<span className="text-ink-2">{t.recipient.message(step + 1)}</span>
						)}
						{isMachine && <span className="text-ink-3">{t.recipient.byProgram}</span>}
						<time dateTime={at} className="ml-auto text-12 text-ink-3">
							{formatFullTime(at)}
						</time>
					</p>
					{detail !== null && <p className="break-words whitespace-pre-wrap text-ink-2">{detail}</p>}
					{emailId !== null && (
						<p>
							<Link to="/inbox/{-$emailId}" params={{ emailId }} className={mailLinkClass}>
								{t.recipient.openEmail}
							</Link>
						</p>
					)}
				</li>
			))}
		</ol>
	);
}
