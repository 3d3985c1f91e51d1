import { useQuery } from "@tanstack/react-query";
import type { DeviceSession } from "#shared/contracts/sign-in.ts";
import { formatAgo, formatFullTime } from "#web/lib/format.ts";
import { signInApi } from "#web/lib/sign-in-api.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { confirm } from "#web/ui/confirm.ts";
import { QueryView } from "#web/ui/query-view.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.ts";
import { settingsKeys } from "../api.ts";
import { useChange } from "../use-change.ts";
import { sessionsQuery } from "./queries.ts";

/** The user's sessions, each with a button to end it. */
export function SessionsCard() {
	const query = useQuery(sessionsQuery);
	const others = query.data?.filter((session) => !session.current).length ?? 0;
	const endOthers = useChange({
		make: () => signInApi.endOtherSessions(),
		failed: "The sessions were not ended",
		refresh: [settingsKeys.sessions],
		done: () => toast({ title: "Signed out everywhere else" }),
	});
	const askEndOthers = async () => {
		const yes = await confirm({
			title: "Sign out everywhere else?",
			description: "Every other browser and device has to sign in again. This one stays signed in.",
			confirm: "Sign out",
			danger: true,
		});
		if (yes) endOthers.mutate();
	};
	return (
		<Card
			title="Where you are signed in"
			flush
			actions={
				others > 0 && (
					<Button size="small" variant="danger" busy={endOthers.isPending} onClick={() => void askEndOthers()}>
						Sign out everywhere else
					</Button>
				)
			}
		>
			<QueryView
				query={query}
				loading={<Skeleton rows={2} label="Loading sessions" />}
				errorTitle="Your sessions could not be loaded"
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
		failed: "The session was not ended",
		refresh: [settingsKeys.sessions],
		done: () => toast({ title: "Session ended", description: session.device }),
	});
	return (
		<li className="flex items-center gap-3 px-4 py-3">
			<div className="min-w-0 flex-1">
				<p className="flex flex-wrap items-center gap-2 text-14 font-medium">
					{session.device}
					{session.current && <Badge tone="green">This browser</Badge>}
				</p>
				<p className="text-12 text-ink-3">
					{session.ipAddress && (
						<>
							<span className="font-mono">{session.ipAddress}</span>
							{" · "}
						</>
					)}
					<span title={formatFullTime(session.createdAt)}>signed in {formatAgo(session.createdAt)}</span>
					{" · "}
					<span title={formatFullTime(session.lastUsedAt)}>last used {formatAgo(session.lastUsedAt)}</span>
				</p>
			</div>
			{!session.current && (
				<Button
					size="small"
					aria-label={`Sign out ${session.device}`}
					busy={end.isPending}
					onClick={() => end.mutate()}
				>
					Sign out
				</Button>
			)}
		</li>
	);
}
