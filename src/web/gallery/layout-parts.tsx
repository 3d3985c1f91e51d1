import { Plus } from "lucide-react";
import { useState } from "react";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card, Section } from "#web/ui/card.tsx";
import { StatStrip } from "#web/ui/stat-strip.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { Pair, Part, Row } from "./part.tsx";

const tabs = [
	{ value: "inbox", label: "Inbox", count: 334, countLabel: "unread" },
	{ value: "sent", label: "Sent" },
	{ value: "trash", label: "Trash" },
] as const;

/** Cards, tabs, figures, badges. */
export function LayoutParts() {
	const [tab, setTab] = useState<"inbox" | "sent" | "trash">("inbox");
	return (
		<>
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
			<Part name="Tabs and figures">
				<Tabs label="Folders" tabs={tabs} value={tab} onChange={setTab}>
					<p className="text-14 text-ink-2">The panel of the chosen tab.</p>
				</Tabs>
				<StatStrip
					stats={[
						{ label: "Emails", value: "8,311" },
						{ label: "Unread", value: "334", note: "down 9", tone: "green" },
						{ label: "Space", value: "113", note: "MB" },
						{ label: "Failed", value: "2", tone: "red" },
					]}
				/>
			</Part>
			<Part name="Badge and avatar">
				<Row>
					<Badge>Promotions</Badge>
					<Badge tone="green">Connected</Badge>
					<Badge tone="amber">Needs attention</Badge>
					<Badge tone="red">Failed</Badge>
					<Badge tone="blue">Running</Badge>
					<Avatar name="Robin Vale" />
					<Avatar name="Vale Orchards" shape="square" />
				</Row>
			</Part>
		</>
	);
}
