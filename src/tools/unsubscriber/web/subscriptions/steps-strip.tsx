import { useState } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { Strip, StripDone } from "#web/ui/workbench/strip.tsx";
import type { Subscription } from "../base/api.ts";
import { states } from "../base/labels.ts";
import { t } from "../base/text.ts";
import { BlockLink } from "../unsubscribe/block-link.tsx";
import { leftForUser } from "../unsubscribe/steps.ts";
import type { ListState } from "./use-list-state.ts";

/** Lists that need another step, until each is done; then it says so once. */
export function StepsStrip({ state }: { state: ListState }) {
	const left = state.all.filter(leftForUser);
	const [had, setHad] = useState(false);
	if (left.length > 0 && !had) setHad(true);
	const [first] = left;
	if (first === undefined) {
		if (!had) return null;
		const close = { label: t.unsubscribe.close, onSelect: () => setHad(false) };
		return <StripDone text={t.unsubscribe.allStepsDone} close={close} />;
	}
	const action = (list: Subscription) =>
		list.state === "still_sending" ? (
			<BlockLink list={list} small />
		) : (
			<Button
				size="small"
				aria-label={`${list.state === "failed" ? t.subscriptions.tryAgainFor : t.subscriptions.continueWith} ${list.name}`}
				onClick={() => state.handlers.unsubscribe(list)}
			>
				{list.state === "failed" ? t.subscriptions.tryAgain : t.subscriptions.continue}
			</Button>
		);
	return (
		<Strip
			label={t.unsubscribe.leftForYou(left.length)}
			words={t.unsubscribe.leftForYouWords}
			items={left.map((list) => ({
				id: list.id,
				name: list.name,
				step: states[list.state]?.label ?? "",
				action: action(list),
			}))}
			next={t.unsubscribe.nextStep(first.name)}
			open={{
				label: t.unsubscribe.continueSteps,
				onSelect: () => state.dialogs.setSummary({ run: null, steps: left }),
			}}
		/>
	);
}
