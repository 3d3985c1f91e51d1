import { useQuery } from "@tanstack/react-query";
import type { SignInProvider } from "#shared/contracts/operator.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { CopyField } from "#web/ui/copy-field.tsx";
import { QueryView } from "#web/ui/query-view.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { operatorApi, operatorKeys } from "./api.ts";
import { OperatorFrame } from "./operator-frame.tsx";

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
		<QueryView query={query} loading={<Skeleton rows={4} label="Loading" />}>
			{(items) => items.map((item) => <ProviderCard key={item.id} provider={item} />)}
		</QueryView>
	);
}

const words = {
	google: {
		title: "Google",
		where: "In the Google Cloud console: APIs and services, Credentials, OAuth client ID of the type Web application.",
		notes: [
			"While the consent screen is in testing, only the test users that you list can sign in, and refresh tokens end after 7 days: people would have to connect a Gmail mailbox again every week. Publish the app, or make it internal to your organisation, to lift both.",
			"Signing in asks for basic scopes that need no review by Google. Reading or changing Gmail needs restricted scopes, which Google reviews before an app may offer them to the public.",
		],
	},
	microsoft: {
		title: "Microsoft",
		where: "In the Microsoft Entra admin centre: App registrations, New registration, platform Web.",
		notes: [
			"Choose accounts in any directory and personal accounts if people with outlook.com addresses are to sign in.",
			"A client secret ends after two years at most: note the date, or nobody can sign in with Microsoft on that day.",
		],
	},
};

function ProviderCard({ provider }: { provider: SignInProvider }) {
	const { title, where, notes } = words[provider.id];
	return (
		<Card
			title={title}
			actions={
				<Badge tone={provider.configured ? "green" : "neutral"}>{provider.configured ? "Set up" : "Not set up"}</Badge>
			}
		>
			<div className="flex flex-col gap-4 text-14">
				{provider.missing.length > 0 && (
					<div>
						<p className="mb-1.5 text-ink-2">To offer it, register this server and set in its environment:</p>
						<pre className="rounded-2 bg-sunken p-3 font-mono text-13 break-all whitespace-pre-wrap">
							{provider.missing.map((name) => `${name}=…`).join("\n")}
						</pre>
					</div>
				)}
				<div>
					<p className="mb-1.5 text-ink-2">{where} Redirect address:</p>
					<div className="flex flex-col gap-2">
						{provider.redirects.map(({ purpose, url }) => (
							<CopyField key={url} label={`${title} redirect address (${purpose})`} text={url} />
						))}
					</div>
				</div>
				<p className="text-ink-2">
					Scopes for signing in: <code className="font-mono text-13">{provider.scopes.join(" ")}</code>
				</p>
				<ul className="flex list-disc flex-col gap-1 pl-5 text-13 text-ink-3">
					{notes.map((note) => (
						<li key={note}>{note}</li>
					))}
				</ul>
			</div>
		</Card>
	);
}
