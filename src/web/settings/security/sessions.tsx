import { useQuery } from "@tanstack/react-query";
import type { DeviceSession } from "#shared/contracts/sign-in.ts";
import { formatFullTime } from "#web/lib/base/format.ts";
import { signInApi } from "#web/lib/session/sign-in-api.ts";
import { settingsKeys } from "#web/lib/settings/settings-api.ts";
import { Badge } from "#web/ui/base/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { confirm } from "#web/ui/overlay/confirm.ts";
import { Card } from "#web/ui/page/card.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { t } from "../text.ts";
import { useChange } from "../use-change.ts";
import { sessionsQuery } from "./queries.ts";

/** The user's sessions, each with a button to end it. */
export function SessionsCard() {
	const query = useQuery(sessionsQuery);
	const others = query.data?.filter((session) => !session.current).length ?? 0;
	const endOthers = useChange({
		make: () => signInApi.endOtherSessions(),
		failed: t.security.couldntSignOutOther,
		refresh: [settingsKeys.sessions],
		done: () => toast({ title: t.security.signedOutEverywhereElse }),
	});
	const confirmEndOthers = async () => {
		const yes = await confirm({
			title: t.security.signOutElsewhereTitle,
			description: t.security.signOutElsewhereDescription,
			confirm: t.security.signOut,
			danger: true,
		});
		if (yes) endOthers.mutate();
	};
	return (
		<Card
			title={t.security.whereSigned}
			flush
			actions={
				others > 0 && (
					<Button size="small" variant="danger" busy={endOthers.isPending} onClick={() => void confirmEndOthers()}>
						{t.security.signOutElsewhereButton}
					</Button>
				)
			}
		>
			<QueryView
				query={query}
				loading={<Skeleton rows={2} label={t.security.loadingSessions} />}
				errorTitle={t.security.couldntLoadSessions}
			>
				{(sessions) => (
					<ul className="divide-y divide-line">
						{sessions.map((session) => (
							<SessionItem key={session.id} session={session} />
						))}
					</ul>
				)}
			</QueryView>
		</Card>
	);
}

function SessionItem({ session }: { session: DeviceSession }) {
	const end = useChange({
		make: () => signInApi.endSession({ params: { id: session.id } }),
		failed: t.security.couldntEndSession,
		refresh: [settingsKeys.sessions],
		done: () => toast({ title: t.security.sessionEnded, description: session.device }),
	});
	return (
		<li className="flex items-center gap-3 px-4 py-3">
			<div className="min-w-0 flex-1">
				<p className="flex flex-wrap items-center gap-2 text-14 font-medium">
					{session.device}
					{session.current && <Badge tone="green">{t.security.thisBrowser}</Badge>}
				</p>
				<p className="text-12 text-ink-3">
					{session.ipAddress && (
						<>
							<span className="font-mono">{session.ipAddress}</span>
							{" · "}
						</>
					)}
					<span title={formatFullTime(session.createdAt)}>{t.security.signedIn(session.createdAt)}</span>
					{" · "}
					<span title={formatFullTime(session.lastUsedAt)}>{t.security.lastUsed(session.lastUsedAt)}</span>
				</p>
			</div>
			{!session.current && (
				<Button
					size="small"
					aria-label={t.security.signOutDevice(session.device)}
					busy={end.isPending}
					onClick={() => end.mutate()}
				>
					{t.security.signOut}
				</Button>
			)}
		</li>
	);
}
