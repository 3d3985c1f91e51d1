import { expect, it } from "vitest";
import { personName } from "./names.ts";

it.each([
	["Ann Lee", "Ann Lee"],
	["LEE, ANN", "Ann Lee"],
	["Ann Lee OS", "Ann Lee"],
	["Ann Lee HCL", "Ann Lee"],
	["JP MORGAN", "JP Morgan"],
	["RAHUL SHARMA HCL", "Rahul Sharma HCL"],
	["山田太郎", "山田太郎"],
	["김민준", "김민준"],
	["山田 太郎", "山田 太郎"],
	["OS", null],
	["Hcl", null],
	["LeeCo", null],
	["営業部からのお知らせ", null],
])("%j is the name %j", (written, name) => {
	expect(personName(written)).toBe(name);
});
