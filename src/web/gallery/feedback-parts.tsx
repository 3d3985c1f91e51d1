import { Inbox } from "lucide-react";
import { Button } from "#web/ui/button/button.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { Progress } from "#web/ui/state/progress.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/state/states.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { Pair, Part, Row, State } from "./part.tsx";

const failure = new Error("The server cannot be reached. Check the connection.");
const nothing = () => {};

/** Notices, progress, and the four states of a view. */
export function FeedbackParts() {
	return (
		<>
			<Part name="Notice">
				<Notice>3 filters were added after your existing ones.</Notice>
				<Notice tone="green">The connection works.</Notice>
				<Notice tone="amber" action={<Button size="small">Reconnect</Button>}>
					Access was revoked. Reconnect to resume syncing.
				</Notice>
				<Notice tone="red" onDismiss={nothing}>
					The import failed after 1,204 messages.
				</Notice>
			</Part>
			<Part name="Toast">
				<Row>
					<Button
						onClick={() => toast({ title: "Archived 12 emails", description: "Undo within 30 days.", undo: nothing })}
					>
						Show a toast with Undo
					</Button>
					<Button onClick={() => toast({ title: "Sync failed", description: failure.message, tone: "destructive" })}>
						Show a failure
					</Button>
				</Row>
			</Part>
			<Part name="Progress">
				<Pair>
					<Progress label="Importing" done={1204} total={8311} detail="1,204 of 8,311 messages" />
					<Progress label="Waiting to start" done={0} total={null} />
					<Progress label="Storage" done={92} total={100} detail="92%" tone="amber" />
					<Progress label="Storage" done={100} total={100} detail="full" tone="red" />
				</Pair>
			</Part>
			<Part name="States of a view">
				<Pair>
					<State name="Loading">
						<Skeleton rows={3} label="Loading emails" />
					</State>
					<State name="Loading figures">
						<Skeleton rows={4} shape="figures" label="Loading figures" />
					</State>
					<State name="Empty">
						<EmptyState
							icon={Inbox}
							title="No emails yet"
							description="Connect a mailbox to fill this list."
							action={<Button variant="primary">Connect a mailbox</Button>}
						/>
					</State>
					<State name="Error">
						<ErrorState error={failure} onRetry={nothing} />
					</State>
					<State name="A refresh failed">
						<QueryView
							query={{ data: "8,311 emails", error: failure, isPending: false, isFetching: false, refetch: nothing }}
						>
							{(text) => <p className="px-4 py-3 text-14">{text}</p>}
						</QueryView>
					</State>
				</Pair>
			</Part>
		</>
	);
}
