import { expect, test } from "vitest";
import { z } from "zod";
import { AppError, notFound } from "#server/errors.ts";
import { declareCapability } from "#shared/capabilities/capability.ts";
import { capability, createCapabilities, provide } from "./capabilities.ts";

const countWords = declareCapability({
	name: "count-words",
	input: z.object({ text: z.string().max(20), language: z.string().default("en") }),
	result: z.object({ words: z.number().int() }),
});
const { signal } = new AbortController();
const call = { ownerId: "ada", signal };

/** A server whose tool `counter` offers the capability. */
function serverWith(run: Parameters<typeof provide<{ factor: number }, typeof countWords>>[1]) {
	const modules = [{ name: "inbox" }, { name: "counter", capabilities: [provide(countWords, run)] }];
	return { capabilities: createCapabilities(modules, () => ({ factor: 10 })) };
}

test("calls the function of another module with its context, the caller and a checked input", async () => {
	const given: unknown[] = [];
	const server = serverWith(async ({ factor }, who, input) => {
		given.push(who, input);
		return { words: factor * input.text.split(" ").length, draft: "not in the contract" };
	});
	expect(await capability(server, countWords)?.(call, { text: "one two" })).toEqual({ words: 20 });
	expect(given).toEqual([call, { text: "one two", language: "en" }]);
});

test("is null where no module offers it", () => {
	expect(capability({ capabilities: createCapabilities([{ name: "inbox" }], () => ({})) }, countWords)).toBeNull();
});

test("names the module when input or result break the contract", async () => {
	let calls = 0;
	const server = serverWith(async () => {
		calls++;
		return { words: 1.5 };
	});
	const count = capability(server, countWords);
	await expect(count?.(call, { text: "x".repeat(21) })).rejects.toThrow(
		/^count-words of counter was called with a wrong input: .*Too big.*\n.*text/,
	);
	expect(calls).toBe(0);
	const broken = count?.(call, { text: "one" });
	await expect(broken).rejects.toThrow(/^counter broke the contract of count-words: .*expected int.*\n.*words/);
	await expect(broken).rejects.not.toBeInstanceOf(AppError);
});

test("passes on the failures of the called module", async () => {
	const server = serverWith(async () => {
		throw notFound("The text");
	});
	await expect(capability(server, countWords)?.(call, { text: "one" })).rejects.toMatchObject({
		...{ name: "AppError", code: "not-found", status: 404, message: "The text was not found." },
	});
});

test("refuses two modules that offer the same", () => {
	const capabilities = [provide(countWords, async () => ({ words: 0 }))];
	const modules = ["counter", "inbox"].map((name) => ({ name, capabilities }));
	expect(() => createCapabilities(modules, () => ({}))).toThrow("Two modules offer the same capability: count-words");
});
