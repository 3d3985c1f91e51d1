import {
	Activity,
	ChartColumn,
	CircleCheck,
	CircleDashed,
	CircleSlash,
	Inbox,
	type LucideIcon,
	MailX,
	Paperclip,
	PenLine,
	Sparkles,
	Tags,
	Trash2,
} from "lucide-react";
import { type Feature, type FeatureId, features, type Limit, type ToolFeature } from "#shared/features.ts";
import type { ProviderKind } from "#shared/providers.ts";
import type { Installed } from "#web/lib/screens/installed.ts";
import { Button } from "#web/ui/button/button.tsx";
import { t } from "./text.ts";

const icons: Record<FeatureId, LucideIcon> = {
	"inbox-analyzer": Inbox,
	"email-summarizer": Sparkles,
	"ai-assistant": PenLine,
	"inbox-cleanup": Trash2,
	"health-score": Activity,
	"bulk-unsubscribe": MailX,
	analytics: ChartColumn,
	attachments: Paperclip,
	categorization: Tags,
};

type Support = "supported" | "partial" | "no";

const marks: Record<Support, { icon: LucideIcon; label: string; colour: string }> = {
	supported: { icon: CircleCheck, label: t.features.fullySupported, colour: "text-accent" },
	partial: { icon: CircleDashed, label: t.features.partialSampleData, colour: "text-amber" },
	no: { icon: CircleSlash, label: t.features.notAvailable, colour: "text-ink-3" },
};

/** Legend of the grid's icons. */
export function Legend() {
	return (
		<ul aria-label={t.features.legend} className="flex flex-wrap gap-x-4 gap-y-1 text-12 text-ink-2">
			{Object.values(marks).map(({ icon: Icon, label, colour }) => (
				<li key={label} className="flex items-center gap-1.5">
					<Icon aria-hidden="true" size={14} className={colour} />
					{label}
				</li>
			))}
		</ul>
	);
}

interface FeaturesGridProps {
	/** The selected provider, or all connected ones: then the best support counts. */
	providers: readonly ProviderKind[];
	provided: Installed["features"];
	onLaunch: (path: string) => void;
}

/** The features that are installed, with the support of the selected provider and this installation. */
export function FeaturesGrid({ providers, provided, onLaunch }: FeaturesGridProps) {
	return (
		<ul className="grid gap-px overflow-hidden rounded-3 border border-line bg-line sm:grid-cols-2 lg:grid-cols-3">
			{features.map((feature) => {
				const found = provided.get(feature.id);
				if (found === undefined) return null;
				return (
					<FeatureCell
						key={feature.id}
						feature={feature}
						limit={leastLimit(found, providers)}
						onLaunch={() => onLaunch(found.launch)}
					/>
				);
			})}
		</ul>
	);
}

/** The limit of the selected kinds of mailbox; null where one of them has none. */
function leastLimit({ limits }: ToolFeature, providers: readonly ProviderKind[]): Limit | null {
	const all = providers.map((provider) => limits?.[provider] ?? null);
	return all.includes(null) ? null : (all.find((limit) => limit !== "no") ?? "no");
}

function FeatureCell({ feature, limit, onLaunch }: { feature: Feature; limit: Limit | null; onLaunch: () => void }) {
	const Icon = icons[feature.id];
	const off = limit === "no";
	const partial = limit === null || off ? null : limit.partial;
	const mark = marks[off ? "no" : partial === null ? "supported" : "partial"];
	return (
		<li className="flex min-w-0 items-start gap-3 bg-surface p-4 max-sm:last:col-span-full sm:last:odd:col-span-2 lg:last:odd:col-span-1">
			<Icon aria-hidden="true" size={18} className={off ? "mt-px text-ink-3" : "mt-px text-ink-2"} />
			<div className="min-w-0 flex-1">
				<h3 className={off ? "text-14 font-semibold text-ink-2" : "text-14 font-semibold"}>
					<span className="flex items-center gap-1.5">
						{feature.title}
						<mark.icon role="img" aria-label={mark.label} size={14} className={mark.colour} />
					</span>
				</h3>
				<p className="mt-0.5 text-13 text-ink-3">
					{feature.summary} {partial}
				</p>
				<div className="mt-2.5">
					<Button
						size="small"
						disabled={off}
						onClick={onLaunch}
						aria-label={off ? t.features.notAvailableFor(feature.title) : t.features.launchTool(feature.title)}
					>
						{off ? t.features.notAvailableButton : t.features.launch}
					</Button>
				</div>
			</div>
		</li>
	);
}
