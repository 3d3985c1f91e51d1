import { Check as CheckIcon, CircleAlert, type LucideIcon, Minus, X } from "lucide-react";
import type { Stat } from "#web/ui/page/stat-strip.tsx";
import type { CheckState, Report } from "../../contract.ts";
import type { RiskLevel } from "../../scoring.ts";
import { t } from "./text.ts";

export const riskTones: Record<RiskLevel, "green" | "amber" | "red"> = {
	low: "green",
	medium: "amber",
	high: "red",
	very_high: "red",
};

/** Symbol and color of a state. */
export const stateIcons: Record<CheckState, { icon: LucideIcon; tone: string }> = {
	pass: { icon: CheckIcon, tone: "text-accent" },
	warn: { icon: CircleAlert, tone: "text-amber" },
	fail: { icon: X, tone: "text-red" },
	error: { icon: CircleAlert, tone: "text-red" },
	not_checked: { icon: Minus, tone: "text-ink-3" },
};

/** The four cards of the specification. */
export function cardsOf({ analysis, checks }: Report): Stat[] {
	const stateOf = (id: Report["checks"][number]["id"]) => checks.find((check) => check.id === id)?.state;
	const mx = stateOf("mx");
	const isMxKnown = mx !== "error" && mx !== "not_checked" && mx !== undefined;
	const { spf_valid: spf, dkim_valid: dkim, blacklist_status: lists } = analysis;
	return [
		mx === "warn"
			? { label: t.result.mxRecords, value: t.result.withProblems, tone: "amber" as const }
			: validity(t.result.mxRecords, isMxKnown ? mx !== "fail" : null, t.result.notChecked),
		validity(t.result.spfRecord, spf, t.result.notChecked),
		validity(t.result.dkim, dkim, stateOf("dkim") === "error" ? t.result.notChecked : t.result.unconfirmed),
		lists === null
			? { label: t.result.blacklist, value: t.result.notChecked }
			: {
					label: t.result.blacklist,
					value: lists === "clean" ? t.result.clean : t.result.listed,
					tone: lists === "clean" ? "green" : "red",
				},
	];
}

function validity(label: string, isValid: boolean | null, unknown: string): Stat {
	if (isValid === null) return { label, value: unknown };
	return { label, value: isValid ? t.result.valid : t.result.invalid, tone: isValid ? "green" : "red" };
}
