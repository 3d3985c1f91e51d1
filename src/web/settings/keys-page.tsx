import { useQuery } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import type { ApiKey } from "#shared/contracts/sign-in.ts";
import { formatAgo, formatDate } from "#web/lib/format.ts";
import { signInApi } from "#web/lib/sign-in-api.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { confirm } from "#web/ui/confirm.ts";
import { QueryView } from "#web/ui/query-view.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { toast } from "#web/ui/toast.ts";
import { settingsKeys } from "./api.ts";
import { KeyDialog, scopeNames } from "./key-dialog.tsx";
import { SettingsFrame } from "./settings-frame.tsx";
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
			New key
		</Button>
	);
	return (
		<SettingsFrame>
			<Card
				title="API keys"
				note="For programs of yours that use this server in your name."
				flush
				actions={query.data && query.data.length > 0 && add}
			>
				<QueryView
					query={query}
					loading={<Skeleton rows={2} label="Loading keys" />}
					errorTitle="Your keys could not be loaded"
					isEmpty={(items) => items.length === 0}
					empty={
						<EmptyState
							icon={KeyRound}
							title="No keys"
							description="A key lets a program do what its scopes allow, until you delete it."
							action={add}
						/>
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
				Programs send a key as <code className="font-mono">Authorization: Bearer …</code>.{" "}
				<a href="/api/docs" className="text-accent underline underline-offset-4">
					What they can call
				</a>
			</p>
			<KeyDialog open={adding} onClose={() => setAdding(false)} />
		</SettingsFrame>
	);
}

function KeyItem({ item }: { item: ApiKey }) {
	const remove = useChange({
		make: () => signInApi.deleteApiKey({ params: { id: item.id } }),
		failed: "The key was not deleted",
		refresh: [settingsKeys.apiKeys],
		done: () => toast({ title: "Key deleted", description: item.name }),
	});
	const ask = async () => {
		const yes = await confirm({
			title: `Delete the key ${item.name}?`,
			description: "Programs that use it are refused from now on.",
			confirm: "Delete",
			danger: true,
		});
		if (yes) remove.mutate();
	};
	const ended = item.expiresAt !== null && Date.parse(item.expiresAt) < Date.now();
	const facts = [
		`made ${formatDate(item.createdAt)}`,
		item.lastUsedAt === null ? "never used" : `last used ${formatAgo(item.lastUsedAt)}`,
		item.expiresAt === null ? "no end" : `${ended ? "ended" : "ends"} ${formatDate(item.expiresAt)}`,
	];
	return (
		<li className="flex items-center gap-3 px-4 py-3">
			<div className="min-w-0 flex-1">
				<p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-14 font-medium">
					{item.name}
					<code className="font-mono text-12 font-normal text-ink-3">{item.start}…</code>
					{ended && <Badge tone="amber">Ended</Badge>}
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
				aria-label={`Delete the key ${item.name}`}
				busy={remove.isPending}
				onClick={() => void ask()}
			>
				Delete
			</Button>
		</li>
	);
}
