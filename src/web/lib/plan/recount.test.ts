import { expect, it } from "vitest";
import type { PlanFolder, PlanItem } from "#shared/contracts/plans.ts";
import { recount } from "./use-plan-list.ts";

const inbox: PlanFolder = { accountId: "a", id: "inbox", role: "inbox", name: "INBOX", count: 2 };
const item = (folderId: string, accountId = "a") =>
	({ accountId, folderId, folder: folderId === "inbox" ? "inbox" : "custom", folderName: folderId }) as PlanItem;

it("moves the counts of folders with the emails that are included or excluded", () => {
	const more = recount([inbox], [item("receipts"), item("inbox"), item("inbox", "b")], 1);
	expect(more).toEqual([
		{ ...inbox, count: 3 },
		{ accountId: "a", id: "receipts", role: "custom", name: "receipts", count: 1 },
		{ accountId: "b", id: "inbox", role: "inbox", name: "inbox", count: 1 },
	]);
	expect(recount(more, [item("receipts"), item("inbox", "b"), item("inbox")], -1)).toEqual([inbox]);
});
