import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { formatAgo, formatBytes, formatCount, formatFullTime, formatNumber } from "#web/lib/base/format.ts";
import { Badge } from "#web/ui/base/badge.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { StatStrip } from "#web/ui/page/stat-strip.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { operatorApi, operatorKeys } from "./api.ts";
import { Facts } from "./facts.tsx";
import { OperatorFrame } from "./operator-frame.tsx";
import { t } from "./text.ts";

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
		<QueryView query={query} loading={<Skeleton rows={4} shape="figures" label={t.overview.loadingOverview} />}>
			{(server) => (
				<>
					<StatStrip
						label={t.overview.summary}
						stats={[
							{ label: t.overview.users, value: formatNumber(server.people) },
							{ label: t.overview.mailboxes, value: formatNumber(server.accounts) },
							{ label: t.overview.messages, value: formatNumber(server.messages) },
							{ label: t.overview.mail, ...split(formatBytes(server.mailBytes)) },
						]}
					/>
					<Health health={server.health} />
					<Card title={t.overview.server} flush>
						<Facts
							facts={[
								{
									label: t.overview.version,
									value: server.version,
									note: t.overview.nodeVersion(server.node.replace(/^v/, "")),
								},
								{ label: t.overview.address, value: <code className="font-mono text-13">{server.baseUrl}</code> },
								{
									label: t.overview.runningSince,
									value: formatFullTime(server.startedAt),
									note: formatAgo(server.startedAt),
								},
								{ label: t.overview.roles, value: server.roles.join(", ") },
								{ label: t.overview.memory, value: formatBytes(server.memoryBytes), note: t.overview.ofThisProcess },
								{
									label: t.overview.database,
									value: `${server.database.kind === "embedded" ? t.overview.embeddedPostgresql : t.overview.postgresql} ${server.database.version}`,
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
			title={t.overview.health}
			actions={
				<Badge tone={stuck || failedLastDay > 0 ? "amber" : "green"}>
					{stuck || failedLastDay > 0 ? t.overview.needsAttention : t.overview.healthy}
				</Badge>
			}
			flush
		>
			<Facts
				facts={[
					{ label: t.overview.database, value: t.overview.answeredIn(databaseMs) },
					{
						label: t.overview.waitingJobs,
						value: waitingSince === null ? t.overview.none : t.overview.since(waitingSince),
						note: stuck && t.overview.noWorker,
					},
					{
						label: t.overview.failedJobs,
						value: failedLastDay === 0 ? t.overview.none24Hours : t.overview.failedLastDay(failedLastDay),
						note: failedLastDay > 0 && (
							<Link to="/operator/jobs" className="text-accent underline underline-offset-4">
								{t.overview.show}
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
		<Card title={t.overview.storage} note={query.data && t.overview.measured(query.data.measuredAt)} flush>
			<QueryView query={query} loading={<Skeleton rows={3} label={t.overview.measuringStorage} />}>
				{({ dataDir, blobs, uploads, exports, freeBytes }) => (
					<Facts
						facts={[
							{ label: t.overview.dataFolder, value: <code className="font-mono text-13">{dataDir}</code> },
							{ label: t.overview.messages, value: formatBytes(blobs.bytes), note: formatCount(blobs.files, "file") },
							{
								label: t.overview.uploads,
								value: formatBytes(uploads.bytes),
								note: formatCount(uploads.files, "file"),
							},
							{
								label: t.overview.archives,
								value: formatBytes(exports.bytes),
								note: formatCount(exports.files, "file"),
							},
							{ label: t.overview.freeDiskSpace, value: formatBytes(freeBytes) },
						]}
					/>
				)}
			</QueryView>
		</Card>
	);
}
