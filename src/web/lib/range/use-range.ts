import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { type RangeChoice, readRange, spanOf, spanQuery } from "#shared/ranges.ts";
import { rangeSearch } from "./range-search.ts";

interface Range {
	choice: RangeChoice;
	/** `from` and `until` for the API; the same object until the choice or the day changes. */
	span: { from: string; until?: string };
	/** Writes the choice to the URL, so that a reload keeps it. */
	choose: (choice: RangeChoice) => void;
}

/** The range in the page's URL. The screen's `search` must include `rangeSearch`. */
export function useRange(): Range {
	const navigate = useNavigate();
	const search = useSearch({ strict: false }) as Record<string, unknown>;
	const { range, from, until } = search;
	const today = new Date().toDateString();
	return useMemo(() => {
		const choice = readRange({ range, from, until });
		return {
			choice,
			span: spanQuery(spanOf(choice, new Date(today))),
			choose: (next) => {
				void navigate({
					to: ".",
					search: ({ range: _, from: __, until: ___, ...rest }) => ({ ...rest, ...rangeSearch({ ...next }) }),
					replace: true,
					resetScroll: false,
				});
			},
		};
	}, [navigate, range, from, until, today]);
}
