import { Plus } from "lucide-react";
import { useState } from "react";
import { Avatar } from "#web/ui/base/avatar.tsx";
import { Badge } from "#web/ui/base/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { BeforeAfterBar } from "#web/ui/charts/before-after-bar.tsx";
import { Card, Section } from "#web/ui/page/card.tsx";
import { StatStrip } from "#web/ui/page/stat-strip.tsx";
import { Tabs } from "#web/ui/page/tabs.tsx";
import { WorkbenchBulkBar } from "#web/ui/workbench/bulk-bar.tsx";
import { Chips } from "#web/ui/workbench/chips.tsx";
import { SparkBars } from "#web/ui/workbench/spark-bars.tsx";
import { StackedBar } from "#web/ui/workbench/stacked-bar.tsx";
import { StripDone } from "#web/ui/workbench/strip.tsx";
import { Pair, Part, Row } from "./part.tsx";

const tabs = [
	{ value: "inbox", label: "Inbox", count: 334, countLabel: "unread" },
	{ value: "sent", label: "Sent" },
	{ value: "trash", label: "Trash" },
] as const;

/** Cards, tabs, figures, badges. */
export function LayoutParts() {
	return (
		<>
			<Cards />
			<TabsAndFigures />
			<Workbench />
			<BadgesAndAvatars />
		</>
	);
}

function Cards() {
	return (
		<Part name="Card">
			<Pair>
				<Card title="Mailboxes" note="3 connected" actions={<Button size="small">Add</Button>}>
					<p className="text-14">robin@vale.example</p>
				</Card>
				<Card title="Needs attention" tone="amber">
					<p className="text-14">Reconnect to resume syncing.</p>
				</Card>
			</Pair>
			<Section title="Section" note="without a border" actions={<Button icon={Plus}>New rule</Button>}>
				<p className="text-14">Content.</p>
			</Section>
		</Part>
	);
}

function TabsAndFigures() {
	const [tab, setTab] = useState<"inbox" | "sent" | "trash">("inbox");
	return (
		<Part name="Tabs and figures">
			<Tabs label="Folders" tabs={tabs} value={tab} onChange={setTab}>
				<p className="text-14 text-ink-2">The panel of the chosen tab.</p>
			</Tabs>
			<StatStrip
				stats={[
					{ label: "Emails", value: "8,311" },
					{ figure: "unread", label: "Unread", value: "334", note: "down 9", tone: "green" },
					{ label: "Space", value: "113", note: "MB" },
					{ label: "Failed", value: "2", tone: "red" },
				]}
			/>
		</Part>
	);
}

function Workbench() {
	const [chip, setChip] = useState<"all" | "click" | "none">("all");
	return (
		<Part name="Workbench">
			<Chips
				label="Unsubscribe method"
				all="all"
				value={chip}
				onChange={setChip}
				options={[
					{ value: "all", label: "All", count: 40 },
					{ value: "click", label: "One click", count: 22, color: "primary" },
					{ value: "none", label: "Left out", count: 0 },
				]}
			/>
			<StackedBar
				chosen={null}
				onChoose={() => undefined}
				parts={[
					{ id: "primary", label: "Primary", color: "primary", value: 213 },
					{ id: "promotions", label: "Promotional", color: "promotions", value: 530 },
				]}
			/>
			<SparkBars label="Emails per month" values={[1, 4, 0, 3, 8]} color="promotions" />
			<BeforeAfterBar
				label="Inbox"
				before="1,184"
				after="895 emails"
				share={0.24}
				color="seq-1"
				legend="289 emails leave the inbox (24%)"
			/>
			<StripDone text="All steps done" close={{ label: "Close", onSelect: () => undefined }} />
			<WorkbenchBulkBar summary="3 lists selected" note="96 emails, 1 MB" clearLabel="Clear" onClear={() => undefined}>
				<Button variant="primary">Unsubscribe (3)</Button>
			</WorkbenchBulkBar>
		</Part>
	);
}

function BadgesAndAvatars() {
	return (
		<Part name="Badge and avatar">
			<Row>
				<Badge>Promotional</Badge>
				<Badge tone="green">Connected</Badge>
				<Badge tone="amber">Needs attention</Badge>
				<Badge tone="red">Failed</Badge>
				<Badge tone="blue">Running</Badge>
				<Avatar name="Robin Vale" />
				<Avatar name="Vale Orchards" shape="square" />
			</Row>
		</Part>
	);
}
