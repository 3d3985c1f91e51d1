import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

/** In the history's state: the draft whose composer is open. */
const step = "composer";

/**
 * Makes an open composer a step of the browser's Back, which closes it instead of leaving the page below.
 * @param isOn false: it does not cover the page
 */
export function useBackStep(draftId: string, isOn: boolean, close: () => void): void {
	const { history } = useRouter();
	const latest = useRef(close);
	useEffect(() => {
		latest.current = close;
	});
	useEffect(() => {
		if (!isOn) return;
		const isHere = () => (history.location.state as unknown as Record<string, unknown>)[step] === draftId;
		// After a reload it is there already.
		if (!isHere()) history.push(history.location.href, { ...history.location.state, [step]: draftId });
		const stop = history.subscribe(() => {
			if (!isHere()) latest.current();
		});
		return () => {
			stop();
			if (isHere()) history.back();
		};
	}, [history, draftId, isOn]);
}
