import { expect, it } from "vitest";
import type { Folder } from "../base/mail.ts";
import { foldersIn } from "./use-folders.ts";

const inbox = (accountId: string, unread: number): Folder => ({
	...{ id: `${accountId}-inbox`, accountId, name: "Inbox", role: "inbox", total: unread, unread },
});

it("has no sums over mailboxes before all of them are counted", () => {
	const results = [{ data: [inbox("a", 3_300)] }, { data: undefined }];
	expect(foldersIn(results)).toEqual({ folders: [inbox("a", 3_300)], isComplete: false });
	const all = foldersIn([...results.slice(0, 1), { data: [inbox("b", 71)] }]);
	expect([all.folders.length, all.isComplete]).toEqual([2, true]);
});
