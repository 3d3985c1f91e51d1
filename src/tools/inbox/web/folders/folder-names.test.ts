import { describe, expect, it } from "vitest";
import type { Folder } from "../base/mail.ts";
import { dropFolders, findFolder, moreFolders, tabFolders } from "./folder-names.ts";

const folder = (accountId: string, id: string, role: Folder["role"], total: number, unread: number): Folder => ({
	id,
	accountId,
	name: id,
	role,
	total,
	unread,
});
const folders = [
	folder("a", "INBOX", "inbox", 10, 2),
	folder("b", "Posteingang", "inbox", 5, 1),
	folder("a", "Receipts", "custom", 3, 0),
	folder("a", "All Mail", "archive", 7, 0),
	folder("b", "Bills", "custom", 1, 1),
];

describe("folders", () => {
	it("sums one role over all mailboxes, with a tab for each", () => {
		const tabs = tabFolders(folders);
		expect(tabs.map((tab) => tab.name)).toEqual(["Inbox", "Sent", "Drafts", "Spam", "Trash"]);
		expect(tabs[0]).toMatchObject({ value: "inbox", total: 15, unread: 3 });
		expect(tabs[1]).toMatchObject({ total: 0, unread: 0 });
	});

	it("puts Archive first and custom folders after it by name", () => {
		expect(moreFolders(folders).map((choice) => choice.name)).toEqual(["Archive", "Bills", "Receipts"]);
	});

	it("resolves the folder of a URL, or returns null", () => {
		expect(findFolder(folders, "archive")?.total).toBe(7);
		expect(findFolder(folders, "Receipts")?.name).toBe("Receipts");
		expect(findFolder(folders, "gone")).toBeNull();
	});

	it("offers the folders of one mailbox to a drag, and what every mailbox has to one from several", () => {
		const names = (accounts: string[], current?: string) =>
			dropFolders(folders, new Set(accounts), current).map(({ name }) => name);
		expect(names(["a"], "archive")).toEqual(["Inbox", "Spam", "Trash", "Receipts"]);
		expect(names(["a"], "inbox")).toEqual(["Archive", "Spam", "Trash", "Receipts"]);
		expect(names(["a"], "Receipts")).toEqual(["Inbox", "Archive", "Spam", "Trash"]);
		expect(names(["a", "b"], "inbox")).toEqual(["Archive", "Spam", "Trash"]);
		expect(dropFolders(folders, new Set(["b"]), "trash")[0]?.action).toEqual({ type: "move", folderId: "Posteingang" });
	});
});
