import { useQuery } from "@tanstack/react-query";
import { Plus, Webhook as WebhookIcon } from "lucide-react";
import { useState } from "react";
import type { Webhook } from "#shared/contracts/webhooks.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import { SettingsFrame } from "../settings-frame.tsx";
import { webhooksQuery } from "./api.ts";
import { SecretDialog } from "./secret-dialog.tsx";
import { t } from "./text.ts";
import { WebhookDialog } from "./webhook-dialog.tsx";
import { WebhookItem } from "./webhook-item.tsx";

/** `/settings/webhooks`: where events are sent, and what was sent. */
export default function WebhooksPage() {
	/** Null: a new one; undefined: none. */
	const [edited, setEdited] = useState<Webhook | null | undefined>(undefined);
	const [secret, setSecret] = useState<string | null>(null);
	const query = useQuery(webhooksQuery);
	const add = (
		<Button size="small" icon={Plus} onClick={() => setEdited(null)}>
			{t.webhooks.add}
		</Button>
	);
	return (
		<SettingsFrame>
			<Card title={t.webhooks.title} note={t.webhooks.note} flush actions={query.data && query.data.length > 0 && add}>
				<QueryView
					query={query}
					loading={<Skeleton rows={2} label={t.webhooks.loading} />}
					errorTitle={t.webhooks.couldntLoad}
					isEmpty={(items) => items.length === 0}
					empty={
						<EmptyState
							icon={WebhookIcon}
							title={t.webhooks.none}
							description={t.webhooks.noneDescription}
							action={add}
						/>
					}
				>
					{(items) => (
						<ul className="divide-y divide-line">
							{items.map((item) => (
								<WebhookItem key={item.id} webhook={item} onEdit={() => setEdited(item)} onSecret={setSecret} />
							))}
						</ul>
					)}
				</QueryView>
			</Card>
			<p className="text-13 text-ink-3">
				{t.webhooks.docs}{" "}
				<a
					href="https://www.standardwebhooks.com"
					target="_blank"
					rel="noreferrer"
					className="text-accent underline underline-offset-4"
				>
					{t.webhooks.docsLink}
				</a>
			</p>
			<WebhookDialog edited={edited} onClose={() => setEdited(undefined)} onSecret={setSecret} />
			<SecretDialog secret={secret} onClose={() => setSecret(null)} />
		</SettingsFrame>
	);
}
