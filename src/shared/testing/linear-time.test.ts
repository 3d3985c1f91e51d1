import { expect, test } from "vitest";
import { expectLinear } from "./linear-time.ts";

test("accepts linear work and rejects quadratic work", async () => {
	const words = (size: number) => "a ".repeat(size / 2);
	await expectLinear((text) => text.split(" ").join("-"), words);
	await expectLinear(() => undefined, words);
	await expect(
		expectLinear(
			(text: string) => /\s+$/.test(text),
			(size) => `${" ".repeat(size)}x`,
			{ sizes: [2_048, 32_768] },
		),
	).rejects.toThrow("grows faster");
	// This little work only counts once its time is measurable.
	await expect(
		expectLinear(
			(text: string) => {
				let count = 0;
				for (let i = 0; i < text.length; i += 2) count += text.indexOf("!", i);
				return count;
			},
			(size) => "a".repeat(size),
			{ sizes: [32_768, 524_288] },
		),
	).rejects.toThrow("grows faster");
});

test("waits for asynchronous work", async () => {
	await expectLinear(
		async (text: string) => {
			await Promise.resolve();
			return text.length;
		},
		(size) => "a".repeat(size),
	);
});
