import { expect, it } from "vitest";
import { FORMULA } from "./formula.ts";

it.each(["=1+1", "=HYPERLINK(1)", "@SUM(A1)", "+cmd|' /C calc'!A0", "-A1", "-2+3", "\t=1", "＝1", "+SUM(1)"])(
	"%j is a formula",
	(text) => expect(FORMULA.test(text)).toBe(true),
);
it.each([
	"-5",
	"+5",
	"-",
	"+49 30 1234",
	"+49 (0)30/12-34",
	"+1 555 0100 x12",
	"-3,50 €",
	"-5%",
	"ann@x.test",
	"a=b",
	"",
	"'=1",
])("%j is a value", (text) => expect(FORMULA.test(text)).toBe(false));
