import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import type { Group } from "../../groups.ts";
import { readSearchParams, type Search, type View } from "./search-params.ts";

export interface Address {
	category: Group | null;
	view: View;
	folders: boolean;
	archived: boolean;
	/** The list is filtered by one sender or list. */
	sender: { accountId: string; key: string } | null;
	/** Changes some of the search parameters; null removes one. `push`: adds a history entry. */
	show: (change: { [K in keyof Search]?: Search[K] | null }, options?: { push?: boolean }) => void;
}

/** The page's search parameters, and functions to change them. */
export function useAddress(): Address {
	const navigate = useNavigate();
	const {
		category = null,
		view = "emails",
		folders = false,
		archived = false,
		sender,
		mailbox,
	} = readSearchParams(useSearch({ strict: false }));
	return useMemo(
		() => ({
			category,
			view,
			folders,
			archived,
			sender: sender !== undefined && mailbox !== undefined ? { accountId: mailbox, key: sender } : null,
			show: (change, options) => {
				void navigate({
					to: ".",
					search: (now) => readSearchParams({ ...now, ...change }),
					replace: options?.push !== true,
					resetScroll: false,
				});
			},
		}),
		[navigate, category, view, folders, archived, sender, mailbox],
	);
}
