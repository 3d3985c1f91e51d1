import { expect, test } from "vitest";
import type { Records } from "./records.ts";
import { judgeSpf, readSpfTree } from "./spf.ts";

const others = { "v.example": "v=spf1 ip4:192.0.2.1 -all include:x.example" };

async function judge(record: string) {
	const records: Record<string, string> = { ...others, "a.example": record };
	const lookup = { texts: async (name: string) => (records[name] === undefined ? [] : [records[name]]) };
	const tree = await readSpfTree(lookup as Partial<Records> as Records, "a.example");
	return { tree, finding: judgeSpf("a.example", tree) };
}

test.each([
	["f06", "v=spf1 -all include:a.inc.example include:b.inc.example", "follows “all”"],
	["f06b", `v=spf1 -all ${Array.from({ length: 11 }, (_, i) => `include:i${i}.example`).join(" ")}`, "follows “all”"],
	["own", "v=spf1 ~all mx a:b.example", "follows “all”"],
	["own", "v=spf1 -all ip4:192.0.2.1", "follows “all”"],
	["f04", "v=spf1 include=a.inc.example -all", "“include:” was probably meant"],
	["own", "v=spf1 ip4=192.0.2.1 ~all", "“ip4:” was probably meant"],
	["own", "v=spf1 MX=b.example -all", "“MX:” was probably meant"],
])("kind 30: terms that are ignored cost nothing and are named, %s %s", async (_, record, said) => {
	const { tree, finding } = await judge(record);
	expect(tree.lookups).toBe(0);
	expect(tree.problems).toEqual([]);
	expect(finding.state).toBe("warn");
	expect(finding.detail).toContain(said);
});

test.each([
	"v=spf1 -all",
	"v=spf1 ip4:192.0.2.1 -all exp=e.example",
	"v=spf1 -all x-other=1",
	"v=spf1 include:v.example -all",
])("kind 30: nothing is said of %s", async (record) => expect((await judge(record)).finding.state).toBe("pass"));

test("kind 30: what is wrong behind “all” is still an error", async () => {
	expect((await judge("v=spf1 -all include:")).finding.state).toBe("fail");
});
