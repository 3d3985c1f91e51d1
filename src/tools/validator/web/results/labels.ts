import { CircleAlert, CircleCheck, CircleX, type LucideIcon } from "lucide-react";
import type { Tone } from "#web/ui/base/badge.tsx";
import type { Status } from "../../reasons.ts";
import { t } from "../base/text.ts";

/** What is unknown is shown as risky, with its reason. */
export function shownStatus(status: Status): "valid" | "invalid" | "risky" {
	return status === "unknown" ? "risky" : status;
}

export const statusTones: Record<"valid" | "invalid" | "risky", Tone> = {
	valid: "green",
	invalid: "red",
	risky: "amber",
};

export const statusIcons: Record<"valid" | "invalid" | "risky", LucideIcon> = {
	valid: CircleCheck,
	invalid: CircleX,
	risky: CircleAlert,
};

export const statusLabels = { valid: t.results.valid, invalid: t.results.invalid, risky: t.results.risky };

export const toneText: Record<"valid" | "invalid" | "risky", string> = {
	valid: "text-accent",
	invalid: "text-red",
	risky: "text-amber",
};
