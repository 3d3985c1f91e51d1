import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { Webhook } from "#shared/contracts/webhooks.ts";
import { fieldErrorsOf } from "#web/lib/api/api.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { Field, Input } from "#web/ui/form/field.tsx";
import { Dialog, DialogFormActions } from "#web/ui/overlay/dialog.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { webhookEventsQuery, webhookKeys, webhooksApi } from "./api.ts";
import { t } from "./text.ts";

interface WebhookDialogProps {
	/** Null: a new webhook; undefined: closed. */
	edited: Webhook | null | undefined;
	onClose: () => void;
	/** Called with the secret of a new webhook. */
	onSecret: (secret: string) => void;
}

/** Adds a webhook, or changes its URL and events. */
export function WebhookDialog({ edited, onClose, onSecret }: WebhookDialogProps) {
	return (
		<Dialog
			open={edited !== undefined}
			onClose={onClose}
			size="small"
			title={edited === null ? t.form.add : t.form.edit}
		>
			{edited !== undefined && <WebhookForm edited={edited} onClose={onClose} onSecret={onSecret} />}
		</Dialog>
	);
}

function WebhookForm({ edited, onClose, onSecret }: WebhookDialogProps & { edited: Webhook | null }) {
	const client = useQueryClient();
	const [url, setUrl] = useState(edited?.url ?? "");
	const [events, setEvents] = useState<ReadonlySet<string>>(new Set(edited?.events));
	const [isIncomplete, setIncomplete] = useState(false);
	const save = useMutation({
		mutationFn: async () => {
			const body = { url: url.trim(), events: [...events] };
			if (edited === null) return (await webhooksApi.createWebhook({ body })).secret;
			await webhooksApi.updateWebhook({ params: { id: edited.id }, body });
			return null;
		},
		onSuccess: async (secret) => {
			onClose();
			if (secret !== null) onSecret(secret);
			await client.invalidateQueries({ queryKey: webhookKeys.all });
		},
		onError: (error) => {
			if (Object.keys(fieldErrorsOf(error)).length === 0)
				toast({ title: t.form.couldntSave, description: error.message, tone: "destructive" });
		},
	});
	const errors = fieldErrorsOf(save.error);
	const submit = (event: FormEvent) => {
		event.preventDefault();
		setIncomplete(events.size === 0);
		if (events.size > 0) save.mutate();
	};
	return (
		<form onSubmit={submit} className="flex flex-col gap-4">
			<Field label={t.form.url} hint={t.form.urlHint} {...(errors.url !== undefined && { error: errors.url })}>
				<Input
					type="url"
					inputMode="url"
					value={url}
					onChange={(event) => setUrl(event.target.value)}
					placeholder={t.form.urlExample}
					maxLength={2_000}
					required
				/>
			</Field>
			<EventChoice
				chosen={events}
				onChange={setEvents}
				error={isIncomplete && events.size === 0 ? t.form.chooseEvents : errors.events}
			/>
			<DialogFormActions>
				<Button onClick={onClose}>{t.form.cancel}</Button>
				<Button type="submit" variant="primary" busy={save.isPending}>
					{edited === null ? t.form.add : t.form.save}
				</Button>
			</DialogFormActions>
		</form>
	);
}

interface EventChoiceProps {
	chosen: ReadonlySet<string>;
	onChange: (chosen: ReadonlySet<string>) => void;
	error: string | undefined;
}

function EventChoice({ chosen, onChange, error }: EventChoiceProps) {
	const query = useQuery(webhookEventsQuery);
	const toggle = (type: string, on: boolean) => {
		const next = new Set(chosen);
		if (on) next.add(type);
		else next.delete(type);
		onChange(next);
	};
	return (
		<fieldset
			className="flex flex-col gap-2"
			aria-describedby={error === undefined ? undefined : "webhook-events-error"}
		>
			<legend className="mb-2 text-13 font-medium">{t.form.events}</legend>
			<QueryView
				query={query}
				loading={<Skeleton rows={3} label={t.form.loadingEvents} />}
				errorTitle={t.form.couldntLoadEvents}
			>
				{(items) =>
					items.map(({ type, summary }) => (
						<Checkbox
							key={type}
							showLabel
							label={summary}
							checked={chosen.has(type)}
							onChange={(on) => toggle(type, on)}
						/>
					))
				}
			</QueryView>
			{error !== undefined && (
				<p id="webhook-events-error" role="alert" className="text-12 font-medium text-red">
					{error}
				</p>
			)}
		</fieldset>
	);
}
