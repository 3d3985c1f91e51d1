import { CircleCheck, ExternalLink, Mail, RotateCw } from "lucide-react";
import { useState } from "react";
import { Badge } from "#web/ui/badge.tsx";
import { Button, DownloadLink } from "#web/ui/button.tsx";
import type { Subscription } from "../api.ts";
import { hostOf, states } from "../labels.ts";
import { t } from "../text.ts";
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
	const [opened, setOpened] = useState(false);
	const [trying, setTrying] = useState(false);
	const { kind, address, why } = nextStepOf(list);
	const state = states[list.state];
	const open = () => {
		setOpened(true);
		handlers.opened(list);
	};
	const retry = async () => {
		setTrying(true);
		await handlers.retry(list).finally(() => setTrying(false));
	};
	const variant = isNext && !opened ? "primary" : "secondary";
	const of = (verb: string) => `${verb}: ${list.name}`;
	return (
		<li className="flex flex-col gap-2 px-3 py-3">
			<div className="flex flex-wrap items-center gap-2">
				<span className="min-w-0 truncate text-14 font-medium">{list.name}</span>
				{isDone ? (
					<Badge tone="green">{t.unsubscribe.done}</Badge>
				) : (
					state && <Badge tone={state.tone}>{state.label}</Badge>
				)}
				{isDone && <CircleCheck aria-hidden="true" size={16} className="text-accent" />}
			</div>
			{!isDone && (
				<>
					<p className="text-13 text-ink-2">
						{why} {kind === "page" && <span className="text-ink-3">({hostOf(address)})</span>}
						{kind === "email" && <span className="font-mono text-12 break-all text-ink-3">{address}</span>}
					</p>
					<div className="flex flex-wrap items-center gap-2">
						{kind === "page" && (
							<DownloadLink
								href={address}
								icon={ExternalLink}
								size="small"
								variant={variant}
								label={of(t.unsubscribe.openPage)}
								onClick={open}
							>
								{t.unsubscribe.openPage}
							</DownloadLink>
						)}
						{kind === "email" && (
							<DownloadLink
								href={`mailto:${address}`}
								icon={Mail}
								size="small"
								variant={variant}
								label={of(t.unsubscribe.writeEmail)}
								onClick={open}
							>
								{t.unsubscribe.writeEmail}
							</DownloadLink>
						)}
						{kind === "retry" && (
							<Button
								size="small"
								icon={RotateCw}
								busy={trying}
								aria-label={of(t.subscriptions.tryAgain)}
								onClick={() => void retry()}
							>
								{t.subscriptions.tryAgain}
							</Button>
						)}
						{(kind === "page" || kind === "email") && (
							<Button
								size="small"
								variant={opened ? "primary" : "secondary"}
								aria-label={of(t.unsubscribe.done)}
								onClick={() => handlers.done(list)}
							>
								{t.unsubscribe.done}
							</Button>
						)}
						<BlockLink list={list} small text={t.unsubscribe.blockSender} />
					</div>
				</>
			)}
		</li>
	);
}
