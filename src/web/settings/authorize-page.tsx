import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { Check } from "lucide-react";
import { useState } from "react";
import { type ClientAccessLevel, clientAccessLevels } from "#shared/client-access.ts";
import { signInApi } from "#web/lib/session/sign-in-api.ts";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { Choice } from "#web/ui/form/choice.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import { SettingsFrame } from "./settings-frame.tsx";
import { t } from "./text.ts";
import { useChange } from "./use-change.ts";

/** `/settings/authorize`: an AI client asks for access, and the user chooses how much (OAuth 2.1). */
export default function AuthorizePage() {
	const { request = "" } = useSearch({ strict: false }) as { request?: string };
	const query = useQuery({
		queryKey: ["client-request", request],
		queryFn: ({ signal }) => signInApi.getClientRequest({ query: { request } }, { signal }),
		retry: false,
		staleTime: Number.POSITIVE_INFINITY,
	});
	return (
		<SettingsFrame>
			<QueryView
				query={query}
				loading={<Skeleton rows={3} label={t.authorize.loading} />}
				errorTitle={t.authorize.cantAuthorize}
			>
				{(client) => <Consent key={request} request={request} client={client} />}
			</QueryView>
		</SettingsFrame>
	);
}

const levels: Record<ClientAccessLevel, { label: string; hint: string }> = {
	"mail:read": { label: t.authorize.read, hint: t.authorize.readHint },
	"mail:plan": { label: t.authorize.plan, hint: t.authorize.planHint },
	"mail:write": { label: t.authorize.apply, hint: t.authorize.applyHint },
};

interface ConsentProps {
	request: string;
	client: Awaited<ReturnType<typeof signInApi.getClientRequest>>;
}

function Consent({ request, client }: ConsentProps) {
	const { name, returnsTo, wanted, refusal } = client;
	const offered = clientAccessLevels.slice(0, clientAccessLevels.indexOf(wanted) + 1);
	// Clients ask for everything that the server offers: applying changes is for the user to choose.
	const [access, setAccess] = useState<ClientAccessLevel>(wanted === "mail:write" ? "mail:plan" : wanted);
	const [isAnswered, setAnswered] = useState(false);
	const leave = (address: string) => {
		setAnswered(true);
		location.assign(address);
	};
	const allow = useChange({
		make: () => signInApi.approveClient({ body: { request, access } }),
		failed: t.authorize.couldntAllow,
		done: ({ redirectTo }) => leave(redirectTo),
	});
	if (isAnswered)
		return (
			<Card title={name}>
				<EmptyState
					icon={Check}
					title={t.authorize.answered}
					description={t.authorize.answeredDescription(name)}
					action={<ButtonLink to="/settings/keys">{t.authorize.apiKeys}</ButtonLink>}
				/>
			</Card>
		);
	return (
		<Card title={t.authorize.title(name)}>
			<div className="flex flex-col gap-4">
				<p className="text-14">
					{t.authorize.goesTo} <strong className="font-mono text-13 break-all">{returnsTo}</strong>
				</p>
				<Notice tone="amber">{t.authorize.unknown}</Notice>
				<Choice
					label={t.authorize.access}
					options={offered.map((value) => ({ value, ...levels[value] }))}
					value={access}
					onChange={setAccess}
				/>
				<p className="text-13 text-ink-2">{t.authorize.never}</p>
				<div className="flex justify-end gap-2">
					<Button onClick={() => leave(refusal)}>{t.authorize.deny}</Button>
					<Button variant="primary" busy={allow.isPending} onClick={() => allow.mutate()}>
						{t.authorize.allow}
					</Button>
				</div>
			</div>
		</Card>
	);
}
