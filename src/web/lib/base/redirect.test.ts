import { expect, it } from "vitest";
import { isLocalPath } from "./redirect.ts";

it.each(["/inbox", "/inbox?q=a%20b", "/mailstead#x", "/"])("goes to %s after signing in", (path) =>
	expect(isLocalPath(path)).toBe(true),
);

it.each([
	"https://elsewhere.example/",
	"//elsewhere.example",
	"/\\elsewhere.example",
	"\\/elsewhere.example",
	"javascript:alert(1)",
	"inbox",
	"",
	"/\t/elsewhere.example",
])("does not go to %j", (path) => expect(isLocalPath(path)).toBe(false));
