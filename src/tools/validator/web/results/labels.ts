import { CircleAlert, CircleCheck, CircleHelp, CircleX, type LucideIcon, Minus } from "lucide-react";
import type { Tone } from "#web/ui/base/badge.tsx";
import type { RowStatus } from "../../row-filter.ts";
import { t } from "../base/text.ts";

export const statusTones: Record<RowStatus, Tone> = {
	valid: "green",
	invalid: "red",
	risky: "amber",
	unknown: "neutral",
	left_out: "neutral",
	not_checked: "neutral",
};

export const statusIcons: Record<RowStatus, LucideIcon> = {
	valid: CircleCheck,
	invalid: CircleX,
	risky: CircleAlert,
	unknown: CircleHelp,
	left_out: Minus,
	not_checked: Minus,
};

export const statusLabels: Record<RowStatus, string> = {
	valid: t.results.valid,
	invalid: t.results.invalid,
	risky: t.results.risky,
	unknown: t.results.unknown,
	left_out: t.results.leftOut,
	not_checked: t.results.notChecked,
};

export const toneText: Record<RowStatus, string> = {
	valid: "text-accent",
	invalid: "text-red",
	risky: "text-amber",
	unknown: "text-ink-3",
	left_out: "text-ink-3",
	not_checked: "text-ink-3",
};
