import { expect, it } from "vitest";
import type { Account } from "#web/lib/mailbox/accounts.ts";
import { ALL_MAILBOXES, accountIdOf, NOT_CHOSEN, presetScope, scopeOf, scopeOptions } from "./scope.ts";

const account = (id: string, part: Partial<Account> = {}) =>
	({ id, name: `${id}@example.org`, access: "full", status: "connected", ...part }) as Account;
const [ann, bob] = [account("ann"), account("bob")];
const readOnly = account("eve", { access: "read" });

it("presets the current mailbox, and the only one that can be changed", () => {
	expect(presetScope(bob, [ann, bob])).toBe("bob");
	expect(presetScope(null, [ann, readOnly])).toBe("ann");
	expect(presetScope(null, [ann, bob])).toBe(NOT_CHOSEN);
	expect(presetScope(readOnly, [ann, readOnly])).toBe(NOT_CHOSEN);
});

it("keeps a filter from an email in its mailbox, or has the user choose", () => {
	expect(scopeOf("ann", [ann, readOnly])).toBe("ann");
	expect(scopeOf("eve", [ann, readOnly])).toBe(NOT_CHOSEN);
	expect(scopeOf("bob", [ann, account("bob", { status: "disconnected" })])).toBe(NOT_CHOSEN);
	expect(scopeOf(null, [ann, readOnly])).toBe(ALL_MAILBOXES);
});

it("offers every mailbox that can be changed, and all of them, with a single mailbox too", () => {
	const values = (scope: string) => scopeOptions([ann, readOnly], scope).map(({ value }) => value);
	expect(values("ann")).toEqual(["ann", ALL_MAILBOXES]);
	expect(values("eve")).toEqual(["ann", "eve", ALL_MAILBOXES]);
	expect(accountIdOf("ann")).toBe("ann");
	expect(accountIdOf(ALL_MAILBOXES)).toBeNull();
});
