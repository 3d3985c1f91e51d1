import { CircleAlert, CircleCheck, CircleHelp, CircleX, type LucideIcon } from "lucide-react";
import type { Tone } from "#web/ui/base/badge.tsx";
import type { Status } from "../../reasons.ts";
import { t } from "../base/text.ts";

export const statusTones: Record<Status, Tone> = {
	valid: "green",
	invalid: "red",
	risky: "amber",
	unknown: "neutral",
};

export const statusIcons: Record<Status, LucideIcon> = {
	valid: CircleCheck,
	invalid: CircleX,
	risky: CircleAlert,
	unknown: CircleHelp,
};

export const statusLabels: Record<Status, string> = {
	valid: t.results.valid,
	invalid: t.results.invalid,
	risky: t.results.risky,
	unknown: t.results.unknown,
};

export const toneText: Record<Status, string> = {
	valid: "text-accent",
	invalid: "text-red",
	risky: "text-amber",
	unknown: "text-ink-3",
};
