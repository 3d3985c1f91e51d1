import { useQuery } from "@tanstack/react-query";
import type { Identity } from "#shared/contracts/sign-in.ts";
import { type ProviderId, providerNames, startProvider } from "#web/lib/session/providers.ts";
import { signInApi, signInMethodsQuery } from "#web/lib/session/sign-in-api.ts";
import { settingsKeys } from "#web/lib/settings/settings-api.ts";
import { Button } from "#web/ui/button/button.tsx";
import { confirm } from "#web/ui/overlay/confirm.ts";
import { Card } from "#web/ui/page/card.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { t } from "../text.ts";
import { useChange } from "../use-change.ts";
import { identitiesQuery } from "./queries.ts";

/** Linked identities. Hidden if the server offers none and none is linked. */
export function IdentitiesCard() {
	const query = useQuery(identitiesQuery);
	const ways = useQuery(signInMethodsQuery).data;
	const link = useChange({
		make: (provider: ProviderId) => startProvider(provider, { link: true, redirect: "/settings/security" }),
		failed: t.security.signInFailed,
	});
	const linkable = (["microsoft", "google"] as const).filter(
		(provider) => ways?.[provider] && !query.data?.items.some((item) => item.provider === provider),
	);
	if (query.data?.items.length === 0 && linkable.length === 0) return null;
	return (
		<Card
			title={t.security.linkedAccounts}
			note={t.security.linkedAccountsNote}
			flush
			actions={linkable.map((provider) => (
				<Button
					key={provider}
					size="small"
					busy={link.isPending && link.variables === provider}
					onClick={() => link.mutate(provider)}
				>
					{t.security.linkProvider(providerNames[provider])}
				</Button>
			))}
		>
			<QueryView
				query={query}
				loading={<Skeleton rows={1} label={t.security.loadingLinkedAccounts} />}
				isEmpty={({ items }) => items.length === 0}
				empty={<p className="px-4 py-6 text-center text-14 text-ink-3">{t.security.noLinkedAccounts}</p>}
			>
				{({ items }) => (
					<ul className="divide-y divide-line">
						{items.map((item) => (
							<IdentityItem key={item.id} identity={item} />
						))}
					</ul>
				)}
			</QueryView>
		</Card>
	);
}

function IdentityItem({ identity }: { identity: Identity }) {
	const name = providerNames[identity.provider];
	const unlink = useChange({
		make: () => signInApi.unlinkIdentity({ params: { id: identity.id } }),
		failed: t.security.couldntUnlinkAccount,
		refresh: [settingsKeys.identities],
		done: () => toast({ title: t.security.unlinked(name) }),
	});
	const confirmUnlink = async () => {
		const yes = await confirm({
			title: t.security.unlinkQuestion(name),
			description: t.security.unlinkQuestionDescription,
			confirm: t.security.unlink,
			danger: true,
		});
		if (yes) unlink.mutate();
	};
	return (
		<li className="flex items-center gap-3 px-4 py-3">
			<div className="min-w-0 flex-1">
				<p className="text-14 font-medium">{name}</p>
				<p className="truncate text-12 text-ink-3">
					{identity.email && <span className="font-mono">{identity.email}</span>}
					{identity.email && `${identity.email} · `}
					{t.security.linked(identity.linkedAt)}
				</p>
			</div>
			<Button
				size="small"
				aria-label={t.security.unlinkNamed(name)}
				busy={unlink.isPending}
				onClick={() => void confirmUnlink()}
			>
				{t.security.unlink}
			</Button>
		</li>
	);
}
