import { ExternalLink, Mail, RotateCw } from "lucide-react";
import { useState } from "react";
import { Badge } from "#web/ui/base/badge.tsx";
import { Button, DownloadLink } from "#web/ui/button/button.tsx";
import type { Subscription } from "../base/api.ts";
import { hostOf, states } from "../base/labels.ts";
import { t } from "../base/text.ts";
import { BlockLink } from "./block-link.tsx";
import { nextStepOf } from "./steps.ts";

export interface StepHandlers {
	/** The user opened the page or began to write the email. */
	opened: (list: Subscription) => void;
	/** The user unsubscribed. */
	done: (list: Subscription) => void;
	/** @returns the list after another try */
	retry: (list: Subscription) => Promise<Subscription>;
}

interface StepRowProps {
	list: Subscription;
	isDone: boolean;
	/** The first one that is not done: its action is the main one. */
	isNext: boolean;
	handlers: StepHandlers;
}

/** One list that needs another step, with what to do and the fall-back of blocking its sender. */
export function StepRow({ list, isDone, isNext, handlers }: StepRowProps) {
	const { page, why } = nextStepOf(list);
	const state = isDone ? ({ label: t.unsubscribe.done, tone: "green" } as const) : states[list.state];
	return (
		<li className="flex flex-col gap-2 px-3 py-3">
			<div className="flex min-w-0 flex-wrap items-center gap-2">
				<span className="min-w-0 truncate text-14 font-medium">{list.name}</span>
				{state && <Badge tone={state.tone}>{state.label}</Badge>}
			</div>
			{!isDone && (
				<>
					<p className="text-13 text-ink-2">
						{why} {page !== null && <span className="text-ink-3">({hostOf(page)})</span>}
					</p>
					<StepActions list={list} isNext={isNext} handlers={handlers} />
				</>
			)}
		</li>
	);
}

function StepActions({ list, isNext, handlers }: Omit<StepRowProps, "isDone">) {
	const [opened, setOpened] = useState(false);
	const [trying, setTrying] = useState(false);
	const { page, email, canRetry } = nextStepOf(list);
	const open = () => {
		setOpened(true);
		handlers.opened(list);
	};
	const retry = async () => {
		setTrying(true);
		await handlers.retry(list).finally(() => setTrying(false));
	};
	const label = (verb: string) => `${verb}: ${list.name}`;
	const href = page ?? (email === null ? null : `mailto:${email}`);
	const verb = page === null ? t.unsubscribe.writeEmail : t.unsubscribe.openPage;
	return (
		<div className="flex flex-wrap items-center gap-2">
			{canRetry && (
				<Button
					size="small"
					icon={RotateCw}
					busy={trying}
					aria-label={label(t.subscriptions.tryAgain)}
					onClick={() => void retry()}
				>
					{t.subscriptions.tryAgain}
				</Button>
			)}
			{href !== null && (
				<>
					<DownloadLink
						href={href}
						icon={page === null ? Mail : ExternalLink}
						size="small"
						variant={isNext && !opened ? "primary" : "secondary"}
						label={label(verb)}
						onClick={open}
					>
						{verb}
					</DownloadLink>
					<Button
						size="small"
						variant={opened ? "primary" : "secondary"}
						aria-label={label(t.unsubscribe.done)}
						onClick={() => handlers.done(list)}
					>
						{t.unsubscribe.done}
					</Button>
				</>
			)}
			<BlockLink list={list} small text={t.unsubscribe.blockSender} />
		</div>
	);
}
