import { useQuery } from "@tanstack/react-query";
import type { SignInProvider } from "#shared/contracts/operator.ts";
import { Badge } from "#web/ui/base/badge.tsx";
import { CopyField } from "#web/ui/button/copy-field.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { operatorApi, operatorKeys } from "./api.ts";
import { OperatorFrame } from "./operator-frame.tsx";
import { t } from "./text.ts";

/** `/operator/sign-in`: what to configure at Google and Microsoft, and what is missing. */
export default function SignInPage() {
	return (
		<OperatorFrame>
			<Providers />
		</OperatorFrame>
	);
}

function Providers() {
	const query = useQuery({
		queryKey: operatorKeys.oauth,
		queryFn: async ({ signal }) => (await operatorApi.checkSignInProviders({}, { signal })).items,
	});
	return (
		<QueryView query={query} loading={<Skeleton rows={4} label={t.signInPage.loading} />}>
			{(items) => items.map((item) => <ProviderCard key={item.id} provider={item} />)}
		</QueryView>
	);
}

const words = {
	google: {
		title: t.signInPage.google,
		where: t.signInPage.googleSteps,
		notes: [t.signInPage.testingNote, t.signInPage.scopesNote],
	},
	microsoft: {
		title: t.signInPage.microsoft,
		where: t.signInPage.microsoftSteps,
		notes: [t.signInPage.microsoftAccountsNote, t.signInPage.secretNote],
	},
};

function ProviderCard({ provider }: { provider: SignInProvider }) {
	const { title, where, notes } = words[provider.id];
	return (
		<Card
			title={title}
			actions={
				<Badge tone={provider.configured ? "green" : "neutral"}>
					{provider.configured ? t.signInPage.setUp : t.signInPage.notSetUp}
				</Badge>
			}
		>
			<div className="flex flex-col gap-4 text-14">
				{provider.missing.length > 0 && (
					<div>
						<p className="mb-1.5 text-ink-2">{t.signInPage.enableNote}</p>
						<pre className="rounded-2 bg-sunken p-3 font-mono text-13 break-all whitespace-pre-wrap">
							{provider.missing.map((name) => `${name}=…`).join("\n")}
						</pre>
					</div>
				)}
				<div>
					<p className="mb-1.5 text-ink-2">{t.signInPage.redirectUri(where)}</p>
					<div className="flex flex-col gap-2">
						{provider.redirects.map(({ purpose, url }) => (
							<CopyField key={url} label={t.signInPage.redirectUriFor(title, purpose)} text={url} />
						))}
					</div>
				</div>
				<div>
					<p className="mb-1.5 text-ink-2">{t.signInPage.scopes}</p>
					<dl className="flex flex-col gap-2">
						{provider.scopes.map(({ purpose, names }) => (
							<div key={purpose}>
								<dt className="text-13 font-medium">{purpose}</dt>
								<dd className="font-mono text-12 break-words text-ink-2">{names.join(" ")}</dd>
							</div>
						))}
					</dl>
				</div>
				{provider.mailboxes.readOnly > 0 && (
					<Notice tone="amber">
						{t.signInPage.readOnlyMailboxes(provider.mailboxes.readOnly, provider.mailboxes.total)}
					</Notice>
				)}
				<ul className="flex list-disc flex-col gap-1 pl-5 text-13 text-ink-3">
					{notes.map((note) => (
						<li key={note}>{note}</li>
					))}
				</ul>
			</div>
		</Card>
	);
}
