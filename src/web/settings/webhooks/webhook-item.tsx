import { ChevronDown, Ellipsis, Pause, Pencil, Play, RotateCw, Send, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Webhook } from "#shared/contracts/webhooks.ts";
import { Badge, type Tone } from "#web/ui/base/badge.tsx";
import { Button, IconButton } from "#web/ui/button/button.tsx";
import { confirm } from "#web/ui/overlay/confirm.ts";
import { Menu } from "#web/ui/overlay/menu.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { useChange } from "../use-change.ts";
import { webhookKeys, webhooksApi } from "./api.ts";
import { Deliveries } from "./deliveries.tsx";
import { t } from "./text.ts";

const tones: Record<Webhook["state"], Tone> = { active: "green", paused: "neutral", disabled: "red" };

interface WebhookItemProps {
	webhook: Webhook;
	onEdit: () => void;
	/** Called with a new secret. */
	onSecret: (secret: string) => void;
}

/** A webhook with its actions and its log. */
export function WebhookItem({ webhook, onEdit, onSecret }: WebhookItemProps) {
	const [isOpen, setOpen] = useState(false);
	const [isDeleting, setDeleting] = useState(false);
	const { id, url, events, state, disabledReason, failingSince } = webhook;
	const test = useChange({
		make: (event: string) => webhooksApi.testWebhook({ params: { id }, body: { event } }),
		failed: t.webhooks.couldntTest,
		refresh: [webhookKeys.all],
		done: () => {
			setOpen(true);
			toast({ title: t.webhooks.testSent });
		},
	});
	const logId = `deliveries-${id}`;
	return (
		<li className="flex flex-col gap-2 px-4 py-3">
			<div className="flex items-start gap-3">
				<div className="min-w-0 flex-1">
					<p className="flex flex-wrap items-center gap-x-2 gap-y-1">
						<span className="font-mono text-13 break-all">{url}</span>
						<Badge tone={tones[state]}>{t.webhooks.states[state]}</Badge>
					</p>
					<p className="mt-1 flex flex-wrap gap-1">
						{events.map((event) => (
							<Badge key={event}>{event}</Badge>
						))}
					</p>
					<p className="mt-1 text-12 text-ink-3">{t.webhooks.created(webhook.createdAt)}</p>
				</div>
				<WebhookMenu webhook={webhook} onEdit={onEdit} onSecret={onSecret} onDeleting={setDeleting} />
			</div>
			{disabledReason !== null && <Notice tone="red">{t.webhooks.disabledReasons[disabledReason]}</Notice>}
			{state === "active" && failingSince !== null && <Notice tone="amber">{t.webhooks.failing(failingSince)}</Notice>}
			<div className="flex flex-wrap gap-2">
				<Menu
					trigger={
						<Button size="small" icon={Send} busy={test.isPending}>
							{t.webhooks.sendTest}
						</Button>
					}
					entries={[
						{ type: "heading", label: t.webhooks.sendTestEvent },
						...events.map((event) => ({ label: event, onSelect: () => test.mutate(event) })),
					]}
				/>
				<Button
					size="small"
					icon={ChevronDown}
					aria-expanded={isOpen}
					aria-controls={isOpen ? logId : undefined}
					onClick={() => setOpen(!isOpen)}
				>
					{t.webhooks.log}
				</Button>
			</div>
			{isOpen && !isDeleting && (
				<div id={logId}>
					<Deliveries webhookId={id} canResend={state === "active"} />
				</div>
			)}
		</li>
	);
}

interface WebhookMenuProps extends WebhookItemProps {
	/** The log of a webhook that is being deleted is not asked for again: it is gone. */
	onDeleting: (isDeleting: boolean) => void;
}

function WebhookMenu({ webhook: { id, url, state }, onEdit, onSecret, onDeleting }: WebhookMenuProps) {
	const refresh = [webhookKeys.all];
	const params = { id };
	const change = useChange({
		make: (next: "active" | "paused") => webhooksApi.updateWebhook({ params, body: { state: next } }),
		failed: t.webhooks.couldntChange,
		refresh,
	});
	const roll = useChange({
		make: () => webhooksApi.rollWebhookSecret({ params }),
		failed: t.webhooks.couldntRoll,
		done: ({ secret }) => onSecret(secret),
	});
	const remove = useChange({
		make: async () => {
			onDeleting(true);
			try {
				await webhooksApi.deleteWebhook({ params });
			} catch (cause) {
				onDeleting(false);
				throw cause;
			}
		},
		failed: t.webhooks.couldntDelete,
		refresh,
		done: () => toast({ title: t.webhooks.deleted, description: url }),
	});
	const askRoll = async () => {
		const [title, description] = [t.webhooks.rollQuestion, t.webhooks.rollQuestionDescription];
		if (await confirm({ title, description, confirm: t.webhooks.rollConfirm })) roll.mutate();
	};
	const askDelete = async () => {
		const [title, description] = [t.webhooks.deleteQuestion, t.webhooks.deleteQuestionDescription(url)];
		if (await confirm({ title, description, confirm: t.webhooks.deleteConfirm, danger: true })) remove.mutate();
	};
	return (
		<Menu
			align="end"
			trigger={<IconButton icon={Ellipsis} label={t.webhooks.actions(url)} />}
			entries={[
				{ label: t.webhooks.edit, icon: Pencil, onSelect: onEdit },
				state === "active"
					? { label: t.webhooks.pause, icon: Pause, onSelect: () => change.mutate("paused") }
					: { label: t.webhooks.resume, icon: Play, onSelect: () => change.mutate("active") },
				{ label: t.webhooks.roll, icon: RotateCw, onSelect: () => void askRoll() },
				{ type: "separator" },
				{ label: t.webhooks.delete, icon: Trash2, danger: true, onSelect: () => void askDelete() },
			]}
		/>
	);
}
