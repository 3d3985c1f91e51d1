import { expect, it } from "vitest";
import { folderKeys } from "#tools/inbox/web/list/actions/use-list-commands.ts";
import { tools } from "#web/registry.ts";

it("gives each sequence that starts with g one destination", () => {
	const keys = [...tools.flatMap((tool) => ("key" in tool ? [tool.key] : [])), ...Object.values(folderKeys)];
	expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});
