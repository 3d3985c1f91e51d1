import type { MenuEntry } from "#web/ui/menu.tsx";
import type { CategorizedEmail, CategorizedSender } from "../../contract.ts";
import { type Category, categories } from "../categories.ts";

/** Whose mail is put elsewhere, with what people call it. */
export type Mover =
	| { what: "sender"; accountId: string; senderEmail: string; name: string }
	| { what: "list"; accountId: string; listKey: string; name: string };

export interface Moves {
	/** One message, at once. */
	email: (item: CategorizedEmail, category: Category) => void;
	/** All of a sender or a list, after a look at what would follow. */
	ask: (mover: Mover, from: Category) => void;
}

/** The menu of a message. */
export function emailMoves(item: CategorizedEmail, moves: Moves): MenuEntry[] {
	const { accountId, senderEmail, listKey, category } = item;
	const name = item.senderName || senderEmail;
	const rest: MenuEntry[] = [];
	if (senderEmail !== "")
		rest.push({
			label: "Everything from this sender…",
			note: name,
			onSelect: () => moves.ask({ what: "sender", accountId, senderEmail, name }, category),
		});
	// A list that is known by its sender alone is the same.
	if (listKey !== null && listKey !== `from:${senderEmail}`)
		rest.push({
			label: "Everything of this list…",
			note: listLabel(listKey),
			onSelect: () => moves.ask({ what: "list", accountId, listKey, name }, category),
		});
	return [
		{ type: "heading", label: "Move this email to" },
		...categories
			.filter(({ id }) => id !== category)
			.map(({ id, name: label }) => ({ label, onSelect: () => moves.email(item, id) })),
		...(rest.length === 0 ? [] : [{ type: "separator" as const }, ...rest]),
	];
}

/** What all mail of a row of the sender view goes by. */
export function moverOf({ kind, key, accountId, email, name }: CategorizedSender): Mover {
	return kind === "list"
		? { what: "list", accountId, listKey: key, name }
		: { what: "sender", accountId, senderEmail: email, name };
}

/** `list:news.example.org` without the kind in front. */
function listLabel(key: string): string {
	return key.replace(/^[a-z]+:/, "");
}
