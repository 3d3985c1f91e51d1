import { expect, test } from "vitest";
import { leavesInbox } from "./leaves-inbox.ts";

test("only actions that move emails take them out of the inbox", () => {
	expect((["archive", "trash", "spam", "move", "delete"] as const).map(leavesInbox)).not.toContain(false);
	expect((["mark_read", "star", "important", "label", "restore", "detach"] as const).map(leavesInbox)).not.toContain(
		true,
	);
});
