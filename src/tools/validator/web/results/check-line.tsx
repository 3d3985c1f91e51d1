import { Check as CheckIcon, CircleAlert, type LucideIcon, Minus, X } from "lucide-react";
import { formatAgo } from "#web/lib/base/format.ts";
import type { Check } from "../../contract.ts";
import { t } from "../base/text.ts";

const stateIcons: Record<Check["state"], { icon: LucideIcon; tone: string }> = {
	pass: { icon: CheckIcon, tone: "text-accent" },
	warn: { icon: CircleAlert, tone: "text-amber" },
	fail: { icon: X, tone: "text-red" },
	error: { icon: CircleAlert, tone: "text-red" },
	"not-checked": { icon: Minus, tone: "text-ink-3" },
};

/** Older evidence is shown with its age. */
const RECENT_MS = 3_600_000;

/** One check with its evidence. @param since when the result was made: older evidence shows its age */
export function CheckLine({ check, since }: { check: Check; since?: string }) {
	const { icon: Icon, tone } = stateIcons[check.state];
	const evidence = [
		check.source && t.details.from(check.source),
		check.durationMs > 0 && t.details.took(check.durationMs),
		since && Date.parse(since) - Date.parse(check.checkedAt) > RECENT_MS && formatAgo(check.checkedAt),
	].filter(Boolean);
	return (
		<li className="flex items-start gap-2.5 py-2 text-13">
			<Icon aria-hidden="true" size={16} className={`mt-0.5 shrink-0 ${tone}`} />
			<span className="w-24 shrink-0 font-medium">
				{t.details.names[check.name] ?? check.name}
				<span className="sr-only">: {t.details.states[check.state]}</span>
			</span>
			<span className="min-w-0 flex-1">
				<span className="block break-words">{check.detail}</span>
				{evidence.length > 0 && <span className="block text-12 text-ink-3">{evidence.join(", ")}</span>}
			</span>
		</li>
	);
}
