import { useNavigate, useSearch } from "@tanstack/react-router";
import { Settings2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { Page, PageHeader } from "#web/ui/page/page.tsx";
import { Tabs } from "#web/ui/page/tabs.tsx";
import { AnalyzeView } from "./analyze-view.tsx";
import { t } from "./base/text.ts";
import { readSearchParams } from "./entry.ts";
import { HistoryView } from "./history-view.tsx";
import { SettingsDialog } from "./settings-dialog.tsx";
import { WatchedView } from "./watch/watched-view.tsx";

const DmarcView = lazy(async () => ({ default: (await import("./dmarc/dmarc-view.tsx")).DmarcView }));

const tabs = [
	{ value: "analyze", label: t.page.analyze },
	{ value: "history", label: t.page.history },
	{ value: "watched", label: t.page.watched },
	{ value: "dmarc", label: t.page.dmarc },
] as const;

/** `/tool/spam-analyzer`: how far a sender can be trusted, and past analyses. */
export default function SpamAnalyzerPage() {
	const { email, message, view: linked } = readSearchParams(useSearch({ strict: false }));
	const navigate = useNavigate();
	const [view, setView] = useState<"analyze" | "history" | "watched" | "dmarc">(linked ?? "analyze");
	const [isEditing, setEditing] = useState(false);
	// A watched domain that was opened: counted, so that the same one is analyzed again.
	const [started, setStarted] = useState<{ email: string; count: number } | null>(null);
	return (
		<Page>
			<PageHeader
				hasBack
				title={t.page.title}
				description={t.page.description}
				actions={
					<Button icon={Settings2} onClick={() => setEditing(true)}>
						{t.page.settings}
					</Button>
				}
			/>
			<Tabs label={t.page.views} tabs={tabs} value={view} onChange={setView}>
				{view === "history" && <HistoryView />}
				{view === "dmarc" && (
					<Suspense>
						<DmarcView />
					</Suspense>
				)}
				{view === "watched" && (
					<WatchedView
						onOpen={(subject) => {
							setStarted({ email: subject, count: (started?.count ?? 0) + 1 });
							setView("analyze");
						}}
					/>
				)}
				{/* Stays mounted: an analysis continues while the history is open. */}
				<div hidden={view !== "analyze"}>
					<AnalyzeView
						key={started?.count ?? 0}
						link={started === null ? { email, message } : { email: started.email }}
						onLink={(next) => void navigate({ to: ".", search: next, replace: true })}
					/>
				</div>
			</Tabs>
			<SettingsDialog open={isEditing} onClose={() => setEditing(false)} />
		</Page>
	);
}
