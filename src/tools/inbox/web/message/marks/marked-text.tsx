import { type ReactNode, useEffect, useRef } from "react";
import { useSearchMatches } from "../../base/search-matches.ts";
import { markMatches } from "./mark-matches.ts";

/** A message's text in which the matches of the search are marked, also in parts that are shown later. */
export function MarkedText({ children }: { children: ReactNode }) {
	const text = useRef<HTMLDivElement>(null);
	const matches = useSearchMatches();
	useEffect(() => {
		const element = text.current;
		if (element === null || matches === null) return;
		let unmark = markMatches(element, matches);
		const observer = new MutationObserver(() => {
			unmark();
			unmark = markMatches(element, matches);
		});
		observer.observe(element, { childList: true, subtree: true });
		return () => {
			observer.disconnect();
			unmark();
		};
	}, [matches]);
	return <div ref={text}>{children}</div>;
}
