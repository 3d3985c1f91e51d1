import { expect, test } from "vitest";
import type { Folder } from "../base/mail.ts";
import { folderTree, unreadIn } from "./tree.ts";

const folder = (name: string, unread = 0, role: Folder["role"] = "custom"): Folder =>
	({ id: name, accountId: "a", name, role, total: unread, unread }) as Folder;

test("folders are nested by the slashes of their names", () => {
	const tree = folderTree([
		folder("Studio/Quotes", 5),
		folder("Receipts", 4),
		folder("Studio", 1),
		folder("Studio/Clients", 2),
		folder("Projects/Harbour Museum", 3),
		folder("INBOX", 9, "inbox"),
	]);
	const shape = (nodes: typeof tree): unknown => nodes.map(({ name, children }) => [name, shape(children)]);
	expect(shape(tree)).toEqual([
		["Projects", [["Harbour Museum", []]]],
		["Receipts", []],
		[
			"Studio",
			[
				["Clients", []],
				["Quotes", []],
			],
		],
	]);
	expect(tree[0]?.folder).toBeUndefined();
	expect(tree.map(unreadIn)).toEqual([3, 4, 8]);
});
