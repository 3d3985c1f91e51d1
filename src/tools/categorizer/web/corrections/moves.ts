import type { MenuEntry } from "#web/ui/overlay/menu.tsx";
import type { CategorizedEmail, CategorizedSender } from "../../contract.ts";
import { type Category, categories } from "../base/categories.ts";
import { t } from "../base/text.ts";

/** Target of a correction, with its display name. */
export type Mover =
	| { type: "sender"; accountId: string; senderEmail: string; name: string }
	| { type: "list"; accountId: string; listKey: string; name: string };

export interface Moves {
	/** One message, immediately. */
	email: (item: CategorizedEmail, category: Category) => void;
	/** All mail of a sender or list, after a preview. */
	moveAll: (mover: Mover, from: Category) => void;
}

/** Menu items for a message. */
export function emailMoves(item: CategorizedEmail, moves: Moves): MenuEntry[] {
	const { accountId, senderEmail, listKey, category } = item;
	const name = item.senderName || senderEmail;
	const rest: MenuEntry[] = [];
	if (senderEmail !== "")
		rest.push({
			label: t.corrections.moveAllFromSender,
			note: name,
			onSelect: () => moves.moveAll({ type: "sender", accountId, senderEmail, name }, category),
		});
	// A list that is identified only by its sender is the same target.
	if (listKey !== null && listKey !== `from:${senderEmail}`)
		rest.push({
			label: t.corrections.moveAllOfList,
			note: listLabel(listKey),
			onSelect: () => moves.moveAll({ type: "list", accountId, listKey, name }, category),
		});
	return [
		{ type: "heading", label: t.corrections.moveEmail },
		...categories
			.filter(({ id }) => id !== category)
			.map(({ id, name: label }) => ({ label, onSelect: () => moves.email(item, id) })),
		...(rest.length === 0 ? [] : [{ type: "separator" as const }, ...rest]),
	];
}

/** Target for all mail of a row in the sender view. */
export function moverOf({ kind, key, accountId, email, name }: CategorizedSender): Mover {
	return kind === "list"
		? { type: "list", accountId, listKey: key, name }
		: { type: "sender", accountId, senderEmail: email, name };
}

/** `list:news.example.org` without the prefix. */
function listLabel(key: string): string {
	return key.replace(/^[a-z]+:/, "");
}
