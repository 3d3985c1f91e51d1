import { useQuery } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import type { ApiKey } from "#shared/contracts/sign-in.ts";
import { signInApi } from "#web/lib/session/sign-in-api.ts";
import { settingsKeys } from "#web/lib/settings/settings-api.ts";
import { Badge } from "#web/ui/base/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { CopyField } from "#web/ui/button/copy-field.tsx";
import { confirm } from "#web/ui/overlay/confirm.ts";
import { Card } from "#web/ui/page/card.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { ContactsCard } from "./contacts-card.tsx";
import { KeyDialog, scopeNames } from "./key-dialog.tsx";
import { SettingsFrame } from "./settings-frame.tsx";
import { t } from "./text.ts";
import { useChange } from "./use-change.ts";

/** `/settings/keys`: API keys. */
export default function KeysPage() {
	const [adding, setAdding] = useState(false);
	const query = useQuery({
		queryKey: settingsKeys.apiKeys,
		queryFn: async ({ signal }) => (await signInApi.listApiKeys({}, { signal })).items,
	});
	const add = (
		<Button size="small" icon={Plus} onClick={() => setAdding(true)}>
			{t.keys.newKey}
		</Button>
	);
	return (
		<SettingsFrame>
			<Card title={t.keys.apiKeys} note={t.keys.apiKeysNote} flush actions={query.data && query.data.length > 0 && add}>
				<QueryView
					query={query}
					loading={<Skeleton rows={2} label={t.keys.loadingKeys} />}
					errorTitle={t.keys.couldntLoadKeys}
					isEmpty={(items) => items.length === 0}
					empty={
						<EmptyState icon={KeyRound} title={t.keys.noKeys} description={t.keys.noKeysDescription} action={add} />
					}
				>
					{(items) => (
						<ul className="divide-y divide-line">
							{items.map((item) => (
								<KeyItem key={item.id} item={item} />
							))}
						</ul>
					)}
				</QueryView>
			</Card>
			<p className="text-13 text-ink-3">
				{t.keys.sendKeyAs} <code className="font-mono">Authorization: Bearer …</code>.{" "}
				<a href="/api/docs" className="text-accent underline underline-offset-4">
					{t.keys.apiDocumentation}
				</a>
			</p>
			<Card title={t.keys.aiClient} note={t.keys.aiClientNote}>
				<div className="flex flex-col gap-2">
					<CopyField label={t.keys.mcpAddress} text={new URL("/mcp", location.origin).href} />
					<p className="text-13 text-ink-3">{t.keys.aiClientKey}</p>
				</div>
			</Card>
			<ContactsCard />
			<KeyDialog open={adding} onClose={() => setAdding(false)} />
		</SettingsFrame>
	);
}

function KeyItem({ item }: { item: ApiKey }) {
	const remove = useChange({
		make: () => signInApi.deleteApiKey({ params: { id: item.id } }),
		failed: t.keys.couldntDeleteKey,
		refresh: [settingsKeys.apiKeys],
		done: () => toast({ title: t.keys.keyDeleted, description: item.name }),
	});
	const confirmDelete = async () => {
		const yes = await confirm({
			title: t.keys.deleteKeyQuestion(item.name),
			description: t.keys.deleteKeyQuestionDescription,
			confirm: t.keys.delete,
			danger: true,
		});
		if (yes) remove.mutate();
	};
	const ended = item.expiresAt !== null && Date.parse(item.expiresAt) < Date.now();
	const facts = [
		t.keys.created(item.createdAt),
		item.lastUsedAt === null ? t.keys.neverUsed : t.keys.lastUsed(item.lastUsedAt),
		expiryOf(item.expiresAt, ended),
	];
	return (
		<li className="flex items-center gap-3 px-4 py-3">
			<div className="min-w-0 flex-1">
				<p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-14 font-medium">
					{item.name}
					<code className="font-mono text-12 font-normal text-ink-3">{item.prefix}…</code>
					{item.client !== null && <Badge tone="blue">{t.keys.aiClientBadge(item.client)}</Badge>}
					{ended && <Badge tone="amber">{t.keys.expired}</Badge>}
				</p>
				<p className="mt-0.5 flex flex-wrap gap-1">
					{item.scopes.map((scope) => (
						<Badge key={scope}>{scopeNames[scope]}</Badge>
					))}
				</p>
				<p className="mt-0.5 text-12 text-ink-3">{facts.join(" · ")}</p>
			</div>
			<Button
				size="small"
				aria-label={t.keys.deleteKey(item.name)}
				busy={remove.isPending}
				onClick={() => void confirmDelete()}
			>
				{t.keys.delete}
			</Button>
		</li>
	);
}

function expiryOf(expiresAt: string | null, isOver: boolean): string {
	if (expiresAt === null) return t.keys.neverExpires;
	return isOver ? t.keys.expiredOn(expiresAt) : t.keys.expires(expiresAt);
}
