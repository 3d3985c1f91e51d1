import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { inboxLink } from "#web/lib/base/links.ts";
import { useInstalled } from "#web/lib/screens/installed.ts";
import { PathLink } from "#web/ui/base/path-link.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { LineChart } from "#web/ui/charts/charts.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Section } from "#web/ui/page/card.tsx";
import { Progress } from "#web/ui/state/progress.tsx";
import type { Charts, Overview } from "../contract.ts";
import { storageSteps, unreadSteps } from "../health.ts";
import { queries } from "../queries.ts";
import { changeSince, pointOf, scoresOf } from "./chart-data.ts";
import { t } from "./text.ts";

interface HealthPanelProps {
	overview: Overview;
	history: Charts["health"];
}

/** The health score, its deductions with links to fix them, and its history. */
export function MailboxHealth({ overview, history }: HealthPanelProps) {
	const [isOpen, setOpen] = useState(false);
	const { healthScore: score } = overview;
	return (
		<Section
			title={t.health.title}
			actions={
				<Button size="small" variant="ghost" onClick={() => setOpen(true)}>
					{t.health.howScored}
				</Button>
			}
		>
			{score === null ? (
				<p className="text-14 text-ink-2">
					<span className="block font-display text-28">{t.health.notAvailable}</span>
					{t.health.notAvailableWhy}
				</p>
			) : (
				<>
					<Score score={score} change={changeSince(history ?? [], score, today())} />
					<Deductions overview={overview} />
					<HealthHistory score={score} history={history ?? []} />
				</>
			)}
			<Rules open={isOpen} onClose={() => setOpen(false)} />
		</Section>
	);
}

function today(): string {
	return new Date().toISOString().slice(0, 10);
}

function Score({ score, change }: { score: number; change: number | null }) {
	const tone = score >= 80 ? "green" : score >= 50 ? "amber" : "red";
	return (
		<div className="flex items-end gap-4 pb-4">
			<span className="font-display text-44 leading-none tabular-nums">{score}</span>
			<div className="min-w-0 flex-1">
				<p className="pb-2 text-13 text-ink-2">
					{t.health.of100}
					{change !== null && ` · ${changeText(change)}`}
				</p>
				<Progress label={t.health.score(score)} showLabel={false} done={score} total={100} tone={tone} />
			</div>
		</div>
	);
}

function changeText(change: number): string {
	if (change === 0) return t.health.same;
	return change > 0 ? t.health.up(change) : t.health.down(-change);
}

const rowClass = "flex min-h-11 items-center gap-3 border-t border-line text-14";

function Deductions({ overview }: { overview: Overview }) {
	const { hasPath, titleOf } = useInstalled();
	const { deductions, totalEmails, unreadEmails } = overview;
	if (deductions.length === 0)
		return <p className={`${rowClass} text-ink-2`}>{totalEmails === 0 ? t.health.noMail : t.health.noDeductions}</p>;
	const fixClass = "flex shrink-0 items-center gap-1 rounded-1 text-13 text-ink-2 hover:text-ink";
	const archive = "/tool/smart-archive";
	return (
		<ul>
			{deductions.map(({ id, points, percent }) => (
				<li key={id} className={rowClass}>
					<span className="w-8 shrink-0 text-right font-semibold text-amber tabular-nums">
						{t.health.points(points)}
					</span>
					<span className="min-w-0 flex-1">
						{id === "unread"
							? t.health.unread(unreadEmails ?? 0, totalEmails ?? 0, percent)
							: t.health.storage(percent)}
					</span>
					{id === "unread" ? (
						<Link {...inboxLink} search={{ q: queries.unread }} className={fixClass}>
							{t.health.fixUnread}
							<ChevronRight aria-hidden="true" size={14} />
						</Link>
					) : (
						hasPath(archive) && (
							<PathLink to={archive} className={fixClass}>
								{titleOf(archive)}
								<ChevronRight aria-hidden="true" size={14} />
							</PathLink>
						)
					)}
				</li>
			))}
		</ul>
	);
}

function HealthHistory({ score, history }: { score: number; history: NonNullable<Charts["health"]> }) {
	const scores = scoresOf(history, score, today());
	return (
		<div className="border-t border-line pt-3">
			<LineChart
				title={t.health.history}
				head={t.health.historyHead}
				points={scores.map(({ day }) => pointOf({ from: day }, "day"))}
				series={[
					{ id: "score", label: t.health.historySeries, color: "seq-4", values: scores.map((one) => one.score) },
				]}
				height={104}
			/>
		</div>
	);
}

function Rules({ open, onClose }: { open: boolean; onClose: () => void }) {
	const groups = [
		{ title: t.health.rulesUnread, steps: unreadSteps },
		{ title: t.health.rulesStorage, steps: storageSteps },
	];
	return (
		<Dialog
			open={open}
			onClose={onClose}
			title={t.health.rules}
			description={t.health.rulesIntro}
			actions={<Button onClick={onClose}>{t.health.close}</Button>}
		>
			<div className="flex flex-col gap-4 text-14">
				{groups.map(({ title, steps }) => (
					<div key={title}>
						<h3 className="pb-1 font-semibold">{title}</h3>
						<ul>
							{steps.map(({ above, points }) => (
								<li key={above} className="flex justify-between gap-4 border-t border-line py-1.5">
									{t.health.rule(above)}
									<span className="font-semibold text-amber tabular-nums">{t.health.points(points)}</span>
								</li>
							))}
						</ul>
					</div>
				))}
				<p className="text-13 text-ink-2">{t.health.rulesEnd}</p>
			</div>
		</Dialog>
	);
}
