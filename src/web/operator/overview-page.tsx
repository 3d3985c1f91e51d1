import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { formatAgo, formatBytes, formatCount, formatFullTime, formatNumber } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { QueryView } from "#web/ui/query-view.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { StatStrip } from "#web/ui/stat-strip.tsx";
import { operatorApi, operatorKeys } from "./api.ts";
import { Facts } from "./facts.tsx";
import { OperatorFrame } from "./operator-frame.tsx";

/** `/operator`: server status. */
export default function OverviewPage() {
	return (
		<OperatorFrame>
			<Overview />
			<Storage />
		</OperatorFrame>
	);
}

function Overview() {
	const query = useQuery({
		queryKey: operatorKeys.overview,
		queryFn: ({ signal }) => operatorApi.getOperatorOverview({}, { signal }),
	});
	return (
		<QueryView query={query} loading={<Skeleton rows={4} shape="figures" label="Loading the overview" />}>
			{(server) => (
				<>
					<StatStrip
						label="What is here"
						stats={[
							{ label: "Users", value: formatNumber(server.people) },
							{ label: "Mailboxes", value: formatNumber(server.accounts) },
							{ label: "Messages", value: formatNumber(server.messages) },
							{ label: "Mail", ...split(formatBytes(server.mailBytes)) },
						]}
					/>
					<Health health={server.health} />
					<Card title="Server" flush>
						<Facts
							facts={[
								{ label: "Version", value: server.version, note: `Node ${server.node.replace(/^v/, "")}` },
								{ label: "Address", value: <code className="font-mono text-13">{server.baseUrl}</code> },
								{
									label: "Running since",
									value: formatFullTime(server.startedAt),
									note: formatAgo(server.startedAt),
								},
								{ label: "Roles", value: server.roles.join(", ") },
								{ label: "Memory", value: formatBytes(server.memoryBytes), note: "of this process" },
								{
									label: "Database",
									value: `${server.database.kind === "embedded" ? "Embedded PostgreSQL" : "PostgreSQL"} ${server.database.version}`,
									note: formatBytes(server.database.sizeBytes),
								},
							]}
						/>
					</Card>
				</>
			)}
		</QueryView>
	);
}

interface HealthProps {
	health: Awaited<ReturnType<typeof operatorApi.getOperatorOverview>>["health"];
}

/** Milliseconds after which a due job should have been claimed. */
const overdue = 60_000;

function Health({ health }: HealthProps) {
	const { databaseMs, waitingSince, failedLastDay } = health;
	const stuck = waitingSince !== null && Date.now() - Date.parse(waitingSince) > overdue;
	return (
		<Card
			title="Health"
			actions={
				<Badge tone={stuck || failedLastDay > 0 ? "amber" : "green"}>
					{stuck || failedLastDay > 0 ? "Needs attention" : "All well"}
				</Badge>
			}
			flush
		>
			<Facts
				facts={[
					{ label: "Database", value: `Answered in ${formatNumber(databaseMs)} ms` },
					{
						label: "Waiting jobs",
						value: waitingSince === null ? "None" : `Since ${formatAgo(waitingSince)}`,
						note: stuck && "Nobody takes them: is a process with the role worker running?",
					},
					{
						label: "Failed jobs",
						value: failedLastDay === 0 ? "None in 24 hours" : `${formatNumber(failedLastDay)} in 24 hours`,
						note: failedLastDay > 0 && (
							<Link to="/operator/jobs" className="text-accent underline underline-offset-4">
								Show
							</Link>
						),
					},
				]}
			/>
		</Card>
	);
}

/** "5.6 MB" as number and unit. */
function split(text: string): { value: string; note?: string } {
	const [value = "", note] = text.split(" ");
	return note === undefined ? { value } : { value, note };
}

function Storage() {
	const query = useQuery({
		queryKey: operatorKeys.storage,
		queryFn: ({ signal }) => operatorApi.getOperatorStorage({}, { signal }),
	});
	return (
		<Card title="Storage" note={query.data && `Measured ${formatAgo(query.data.measuredAt)}, file by file`} flush>
			<QueryView query={query} loading={<Skeleton rows={3} label="Measuring the storage" />}>
				{({ dataDir, blobs, uploads, exports, freeBytes }) => (
					<Facts
						facts={[
							{ label: "Data folder", value: <code className="font-mono text-13">{dataDir}</code> },
							{ label: "Messages", value: formatBytes(blobs.bytes), note: formatCount(blobs.files, "file") },
							{ label: "Uploads", value: formatBytes(uploads.bytes), note: formatCount(uploads.files, "file") },
							{ label: "Archives", value: formatBytes(exports.bytes), note: formatCount(exports.files, "file") },
							{ label: "Free on the disk", value: formatBytes(freeBytes) },
						]}
					/>
				)}
			</QueryView>
		</Card>
	);
}
