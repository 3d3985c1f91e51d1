import { ChevronRight } from "lucide-react";
import { hubPath } from "#shared/brand.ts";
import { useInstalled } from "#web/lib/screens/installed.ts";
import { MailLink } from "#web/lib/screens/mail-link.tsx";
import { PathLink } from "#web/ui/base/path-link.tsx";
import { Section } from "#web/ui/page/card.tsx";
import type { ActivityScore } from "../contract.ts";
import { searchOfUnread } from "../searches.ts";
import { ListLink } from "./list-link.tsx";
import { t } from "./text.ts";

/** What to do about it, from the data; each leads to the emails or the tool. */
export function Recommendations({ report }: { report: ActivityScore }) {
	const { recommendations, score } = report;
	return (
		<Section title={t.recommendations.title}>
			{recommendations.length === 0 ? (
				<p className="border-t border-line py-3 text-14 text-ink-2">
					{score === null ? (
						t.recommendations.tooLittle
					) : (
						<>
							<span className="block font-display text-20 text-ink">{t.recommendations.great}</span>
							{t.recommendations.greatWhy}
						</>
					)}
				</p>
			) : (
				<ul>
					{recommendations.map((one) => (
						<li key={one.id} className="flex min-h-11 items-center gap-3 border-t border-line py-1.5 text-14">
							<span className="min-w-0 flex-1">{t.recommendations.texts[one.id](one.value)}</span>
							<span className="flex shrink-0 items-center gap-1 text-13 text-ink-2">
								<Step id={one.id} report={report} />
								<ChevronRight aria-hidden="true" size={14} />
							</span>
						</li>
					))}
				</ul>
			)}
		</Section>
	);
}

interface StepProps {
	report: ActivityScore;
	id: ActivityScore["recommendations"][number]["id"];
}

function Step({ id, report }: StepProps) {
	const { hasPath, titleOf } = useInstalled();
	switch (id) {
		case "waiting":
			return <ListLink list="waiting_for_me">{t.recommendations.show}</ListLink>;
		case "slow":
			return <ListLink list="replies">{t.recommendations.replies}</ListLink>;
		case "reply_rate":
			return <ListLink list="people">{t.recommendations.showPeople}</ListLink>;
		case "unread":
			return <MailLink search={searchOfUnread(report.current)}>{t.recommendations.inbox}</MailLink>;
		case "lists":
			return (
				hasPath("/tool/unsubscriber") && (
					<PathLink to="/tool/unsubscriber" search={{ range: "3m" }}>
						{titleOf("/tool/unsubscriber")}
					</PathLink>
				)
			);
		case "light":
			return <PathLink to={hubPath}>{t.recommendations.connect}</PathLink>;
	}
}
