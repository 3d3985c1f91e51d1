import { expect, it, vi } from "vitest";
import { type Command, createCommandTable } from "./commands.tsx";

const command = (id: string): Command => ({ id, title: id, group: "Test", run: () => undefined });

it("holds the commands of mounted components and drops them on unmount", () => {
	const table = createCommandTable();
	const heard = vi.fn();
	table.subscribe(heard);
	const removeShell = table.add([command("shell")]);
	const removePage = table.add([command("page.a"), command("page.b")]);
	expect(table.list().map(({ id }) => id)).toEqual(["shell", "page.a", "page.b"]);
	removePage();
	expect(table.list().map(({ id }) => id)).toEqual(["shell"]);
	removeShell();
	expect(table.list()).toEqual([]);
	expect(heard).toHaveBeenCalledTimes(4);
});
