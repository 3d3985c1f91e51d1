import type { ReactNode } from "react";
import { cx } from "./cx.ts";

export type Tone = "neutral" | "green" | "amber" | "red" | "blue";

const tones: Record<Tone, string> = {
	neutral: "bg-sunken text-ink-2",
	green: "bg-green-soft text-green",
	amber: "bg-amber-soft text-amber",
	red: "bg-red-soft text-red",
	blue: "bg-blue-soft text-blue",
};

/** A short status. Green: success; amber: attention; red: loss; blue: info. The text has the same meaning, never color alone. */
export function Badge({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) {
	return (
		<span
			className={cx(
				"inline-flex items-center gap-1 rounded-1 px-1.5 text-[11.5px] leading-[18px] font-semibold whitespace-nowrap",
				tones[tone],
			)}
		>
			{children}
		</span>
	);
}
