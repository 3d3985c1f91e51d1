import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { dayOf, dayText, type RangeChoice, readRange, spanQuery } from "#shared/ranges.ts";
import { useSelection } from "../mailbox/accounts.ts";
import { newestMail, rangeEnd, rangeSpan } from "./newest-mail.ts";
import { rangeSearch } from "./range-search.ts";

interface Range {
	choice: RangeChoice;
	/** `from` and `until` for the API; the same object until the choice or the day changes. */
	span: { from: string; until?: string };
	/** Today, or the day of the newest email where that is older than the default range. */
	end: Date;
	/** Writes the choice to the URL, so that a reload keeps it. */
	choose: (choice: RangeChoice) => void;
}

/**
 * The range in the page's URL, which ends today, or with the newest email of an old mailbox. The screen's `search` must
 * include `rangeSearch`.
 */
export function useRange(): Range {
	const navigate = useNavigate();
	const search = useSearch({ strict: false }) as Record<string, unknown>;
	const { range, from, until } = search;
	const { account, accounts } = useSelection();
	const newest = newestMail(account === null ? (accounts ?? []) : [account]);
	const endDay = dayText(rangeEnd(newest, new Date()));
	return useMemo(() => {
		const end = dayOf(endDay) ?? new Date();
		const choice = readRange({ range, from, until });
		return {
			choice,
			span: spanQuery(rangeSpan(choice, end, new Date())),
			end,
			choose: (next) => {
				void navigate({
					to: ".",
					search: ({ range: _, from: __, until: ___, ...rest }) => ({ ...rest, ...rangeSearch({ ...next }) }),
					replace: true,
					resetScroll: false,
				});
			},
		};
	}, [navigate, range, from, until, endDay]);
}
