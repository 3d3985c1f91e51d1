import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { formatBytes, formatCount } from "#web/lib/base/format.ts";
import { mailLinkClass as linkClass, MailLink } from "#web/lib/screens/mail-link.tsx";
import { Badge } from "#web/ui/base/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Select } from "#web/ui/form/select.tsx";
import type { Card, Cleanup } from "../../contract.ts";
import { searchOfCard } from "../../searches.ts";
import { tool } from "../../tool.ts";
import { cleanupNames } from "../base/labels.ts";
import { t } from "../base/text.ts";

const done = { label: t.cleanup.done, tone: "green" } as const;
const priorities = {
	high: { label: t.cleanup.priorities.high, tone: "red" },
	medium: { label: t.cleanup.priorities.medium, tone: "amber" },
	low: { label: t.cleanup.priorities.low, tone: "neutral" },
} as const;

export type CardState = "idle" | "processing" | "completed";

interface CleanupCardProps {
	card: Card;
	state: CardState;
	/** Nothing can be changed in this mailbox. */
	disabled: boolean;
	/** Absent: all mailboxes. */
	account: string | undefined;
	onExecute: (cleanup: Cleanup) => void;
	/** For informational cards. */
	onReview: () => void;
}

/** One cleanup suggestion. */
export function CleanupCard({ card, state, disabled, account, onExecute, onReview }: CleanupCardProps) {
	const { title, description, count, bytes, cleanups } = card;
	const [chosen, setChosen] = useState<Cleanup | undefined>(cleanups[0]);
	const cleanup = cleanups.find((one) => one === chosen) ?? cleanups[0];
	const isDone = state === "completed";
	const badge = isDone ? done : priorities[card.priority];
	return (
		<li className="flex min-w-0 flex-col gap-3 bg-surface p-4">
			<div className="flex items-start justify-between gap-3">
				<div className="min-w-0">
					<h3 className="text-14 font-semibold">{title}</h3>
					<p className="mt-0.5 text-13 text-ink-2">{description}</p>
				</div>
				<Badge tone={badge.tone}>{badge.label}</Badge>
			</div>
			<p className="flex items-baseline gap-2 tabular-nums">
				<span className="font-display text-20">{formatBytes(bytes)}</span>
				<span className="text-13 text-ink-3">
					{isDone ? t.cleanup.cleanedUp(count) : <Counted {...{ card, account }} />}
				</span>
			</p>
			<div className="mt-auto flex flex-wrap items-center gap-2">
				{cleanup === undefined ? (
					<Button size="small" onClick={onReview}>
						{t.cleanup.reviewThem}
					</Button>
				) : (
					<>
						<span className="w-48">
							<Select
								label={t.cleanup.actionFor(title.toLowerCase())}
								options={cleanups.map((value) => ({ value, label: cleanupNames[value] }))}
								value={cleanup}
								onChange={setChosen}
								disabled={disabled || state !== "idle"}
							/>
						</span>
						<Button
							busy={state === "processing"}
							disabled={disabled || isDone}
							aria-label={`${buttonTexts[state]}: ${title}`}
							onClick={() => onExecute(cleanup)}
						>
							{buttonTexts[state]}
						</Button>
					</>
				)}
			</div>
		</li>
	);
}

/** The number of emails, which opens them: in the inbox, or as groups of duplicates. */
function Counted({ card: { type, count }, account }: Pick<CleanupCardProps, "card" | "account">) {
	const emails = formatCount(count, "email");
	const isNear = type === "near_duplicates";
	if (!isNear && type !== "exact_duplicates")
		return (
			<MailLink search={searchOfCard(type)} account={account}>
				{emails}
			</MailLink>
		);
	return (
		<Link
			to={tool.path}
			search={{ view: "duplicates", ...(isNear && { kind: "near" as const }) }}
			className={linkClass}
		>
			{emails}
		</Link>
	);
}

const buttonTexts: Record<CardState, string> = {
	idle: t.cleanup.executeCleanup,
	processing: t.cleanup.processing,
	completed: t.cleanup.completed,
};
