import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { autoAdvance } from "#web/lib/mail-list/auto-advance.ts";
import type { MailCursor } from "#web/lib/mail-list/list-cursor.ts";
import { isEmpty } from "#web/lib/mail-list/selection.ts";
import { neighbour } from "../../base/list-model.ts";
import type { ListItem } from "../../base/mail.ts";
import { rowWith } from "../../base/rows.ts";
import type { Address } from "../../base/search-params.ts";
import type { ListQuery } from "../../changes/pending.ts";

interface NavigationOptions {
	address: Address;
	query: ListQuery;
	items: readonly ListItem[];
	cursor: MailCursor;
	/** List and message are shown side by side. */
	wide: boolean;
}

/** Opening and closing messages, and moving from one to the next. */
export function useMessageNavigation({ address, query, items, cursor, wide }: NavigationOptions) {
	const { emailId } = address;
	const { history } = useRouter();
	/** The message was opened from this list, so history.back() returns to it. */
	const fromList = useRef(false);
	useEffect(() => {
		if (emailId === null) fromList.current = false;
	}, [emailId]);
	useFocusOnClose(emailId, { query, items, cursor });

	const open = (id: string) => {
		cursor.setActiveId(id);
		if (emailId === null) fromList.current = true;
		address.open(id, { replace: emailId !== null });
	};

	/** Closes the message without adding a second list to the history. */
	const closeMessage = () => {
		if (fromList.current) history.back();
		else address.open(null, { replace: true });
	};

	/** Moves the cursor by this many rows; an open message gives way to the one there. */
	const step = (by: number) => {
		const from = rowWith(items, emailId)?.id ?? cursor.activeId;
		const to = cursor.beyond(by, from);
		if (to === null) return;
		if (emailId !== null) open(to);
		if (emailId === null || wide) cursor.focus(to);
	};

	/** Clears the selection, else closes the message. */
	const back = () => {
		if (isEmpty(cursor.selection)) closeMessage();
		else cursor.clear();
	};

	/** After messages are removed: opens the next one, or returns to the list on a phone. */
	const advance = (gone: ReadonlySet<string>, then = autoAdvance.get()) => {
		const index = items.findIndex((item) => gone.has(item.id));
		const next = neighbour(items, gone, Math.max(0, index), then === "previous");
		if (emailId !== null && gone.has(emailId)) {
			if (then !== "list" && wide && next !== null) address.open(next, { replace: true });
			else closeMessage();
		}
		if (next !== null) cursor.focus(next);
	};

	return { isOpen: emailId !== null, open, closeMessage, step, back, advance };
}

/** Closing a message, however it was closed, returns focus to its row in the same list. */
function useFocusOnClose(
	emailId: string | null,
	{ query, items, cursor }: Pick<NavigationOptions, "query" | "items" | "cursor">,
): void {
	const last = useRef({ emailId, query });
	useEffect(() => {
		const before = last.current;
		last.current = { emailId, query };
		if (before.emailId === null || emailId !== null || before.query !== query) return;
		const row = rowWith(items, before.emailId);
		if (row) cursor.focus(row.id);
	}, [emailId, query, cursor, items]);
}
