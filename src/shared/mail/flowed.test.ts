import { expect, test } from "vitest";
import { unflow } from "./flowed.ts";

test("joins soft line breaks and keeps hard ones", () => {
	expect(unflow("One paragraph \nin two lines.\n\nNext.", false)).toBe("One paragraph in two lines.\n\nNext.");
	expect(unflow("東京 \n都", true)).toBe("東京都");
	expect(unflow(" From here\n >not a quote", false)).toBe("From here\n>not a quote");
});

test("keeps quotes of different depths and the signature apart", () => {
	expect(unflow(">> deep \n>> down\n> up \nmine", false)).toBe(">> deep down\n> up \nmine");
	expect(unflow("Bye \n-- \nAnn", false)).toBe("Bye \n-- \nAnn");
});
