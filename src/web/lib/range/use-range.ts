import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { defaultRange, type RangeChoice, readRange, spanOf, spanQuery } from "#shared/ranges.ts";

/** The range's part of an address, for a screen's `search`; the default leaves it clean. */
export function rangeSearch(raw: Record<string, unknown>): Record<string, unknown> {
	const choice = readRange(raw);
	return choice.range === defaultRange.range ? {} : { ...choice };
}

interface Range {
	choice: RangeChoice;
	/** `from` and `until` as the API takes them; the same object until the choice or the day changes. */
	span: { from: string; until?: string };
	/** Writes the choice into the address, so that a reload keeps it. */
	choose: (choice: RangeChoice) => void;
}

/** The range of the page's address. The screen's `search` keeps what `rangeSearch` gives. */
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
				const write = ({ range: _, from: __, until: ___, ...kept }: Record<string, unknown>) => ({
					...kept,
					...rangeSearch({ ...next }),
				});
				void navigate({ to: ".", search: write, replace: true, resetScroll: false } as never);
			},
		};
	}, [navigate, range, from, until, today]);
}
