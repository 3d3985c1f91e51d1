import { expect, test } from "vitest";
import { action, pastAction } from "#shared/contracts/plans.ts";
import type { Database } from "../../db/database.ts";
import type { ChangeKind } from "./change-kind.ts";
import { titleOf } from "./descriptions.ts";
import { findKind, registerChangeKind, targetOf } from "./kinds.ts";
import type { ChangeableAccount } from "./targets.ts";

const database = {} as Database;
const account = { id: "a", capabilities: { flags: ["read", "starred"] }, folders: [] } as unknown as ChangeableAccount;

test("every action that can be requested has a kind that plans it", () => {
	for (const { shape } of action.options) expect(findKind(database, shape.type.value)?.target).toBeTypeOf("function");
});

test("a tool's kind is known on the database where it is registered, once", () => {
	const kind: ChangeKind = {
		type: "translate",
		titles: (_, { count }) => ({ planned: `Translate ${count}`, past: `Translated ${count}` }),
	};
	registerChangeKind({ database }, kind);
	expect(findKind(database, "translate")).toBe(kind);
	expect(findKind({} as Database, "translate")).toBeUndefined();
	expect(() => registerChangeKind({ database }, kind)).toThrow("Two kinds of changes are called translate");
	expect(() => registerChangeKind({ database }, { ...kind, type: "archive" })).toThrow("called archive");
	const parts = { action: pastAction.parse({ type: "translate" }), count: 2, planned: false, folderName: null };
	expect(titleOf(kind, { ...parts, undoDepth: 1 })).toBe("Undone: translated 2");
});

test("a flag that the mailbox does not keep is refused", () => {
	expect(targetOf({ type: "star", value: true }, account)).toMatchObject({ starred: "$6::boolean", values: [true] });
	expect(() => targetOf({ type: "important", value: true }, account)).toThrow(
		"This mailbox doesn't support “Mark as important”.",
	);
});

test("a stored action of a requestable kind has all its parts", () => {
	expect(pastAction.safeParse({ type: "move" }).success).toBe(false);
	expect(pastAction.parse({ type: "translate" })).toEqual({ type: "translate" });
});
