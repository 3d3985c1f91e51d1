import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { rangeSearch } from "#web/lib/range/use-range.ts";
import { type Category, categories } from "./categories.ts";

export type View = "emails" | "senders";

/** What the page's address says besides the range. */
interface Search {
	/** Absent: all. */
	category?: Category;
	/** Absent: emails. */
	view?: "senders";
	/** Absent: without the archive. */
	archived?: true;
	/** One sender or list, with the mailbox that it writes to. */
	sender?: string;
	mailbox?: string;
}

/** Reads the address's search parameters; what makes no sense is left out. */
export function readAddress(raw: Record<string, unknown>): Record<string, unknown> & Search {
	const category = categories.find(({ id }) => id === raw.category)?.id;
	const { sender, mailbox } = raw;
	return {
		...rangeSearch(raw),
		...(category && { category }),
		...(raw.view === "senders" && { view: "senders" }),
		...((raw.archived === true || raw.archived === 1) && { archived: true }),
		...(typeof sender === "string" && typeof mailbox === "string" && { sender, mailbox }),
	};
}

export interface Address {
	category: Category | null;
	view: View;
	archived: boolean;
	/** One sender or list is looked at. */
	sender: { accountId: string; key: string } | null;
	/** Goes on with some of it changed; null takes a part away. `push`: the Back button leads back. */
	show: (change: { [K in keyof Search]?: Search[K] | null }, options?: { push?: boolean }) => void;
}

/** What the page shows, and the ways to show something else. */
export function useAddress(): Address {
	const navigate = useNavigate();
	const {
		category = null,
		view = "emails",
		archived = false,
		sender,
		mailbox,
	} = useSearch({ strict: false }) as Search;
	return useMemo(
		() => ({
			category,
			view,
			archived,
			sender: sender !== undefined && mailbox !== undefined ? { accountId: mailbox, key: sender } : null,
			show: (change, options) => {
				const search = (now: Record<string, unknown>) => readAddress({ ...now, ...change });
				void navigate({ to: ".", search, replace: options?.push !== true, resetScroll: false } as never);
			},
		}),
		[navigate, category, view, archived, sender, mailbox],
	);
}
