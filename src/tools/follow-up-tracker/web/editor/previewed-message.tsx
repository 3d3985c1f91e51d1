import { useState } from "react";
import { Chips } from "#web/ui/workbench/chips.tsx";
import type { Campaign, Preview } from "../../contract.ts";
import { t } from "../base/text.ts";
import { MessagePreview } from "../people/message-preview.tsx";
import { TestSend } from "./test-send.tsx";

interface PreviewedMessageProps {
	campaign: Campaign;
	/** Whose message it is. */
	recipientId: string;
	preview: Preview;
	/** Position of the message. */
	step: number;
}

/** A message as a recipient gets it, with either of two subjects, and a test of what is shown. */
export function PreviewedMessage({ campaign, recipientId, preview, step }: PreviewedMessageProps) {
	const own = preview.arms.find(({ subject }) => subject === preview.subject)?.variant ?? 0;
	const [chosen, setChosen] = useState<"A" | "B" | null>(null);
	const shown = chosen === null ? own : chosen === "A" ? 0 : 1;
	const arm = preview.arms.find(({ variant }) => variant === shown);
	return (
		<div className="flex flex-col gap-2">
			{preview.arms.length > 1 && (
				<div className="flex flex-wrap items-center gap-x-3 gap-y-1">
					<Chips
						label={t.arms.label(step + 1)}
						options={(["A", "B"] as const).map((value) => ({ value, label: t.arms.subject(value) }))}
						value={nameOf(shown)}
						all={nameOf(own)}
						onChange={setChosen}
					/>
					<p className="text-13 text-ink-3">{shown === own ? t.arms.own : t.arms.others}</p>
				</div>
			)}
			<MessagePreview
				preview={{ ...preview, ...(arm && { subject: arm.subject, missing: arm.missing }) }}
				waitDays={campaign.plan.steps[step]?.waitDays ?? 0}
			/>
			<TestSend key={shown} campaign={campaign} recipientId={recipientId} step={step} variant={shown} />
		</div>
	);
}

const nameOf = (variant: 0 | 1): "A" | "B" => (variant === 0 ? "A" : "B");
