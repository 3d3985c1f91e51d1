import { expect, test } from "vitest";
import { onSaveAll, saveAll } from "./unsaved-work.ts";

const never = () => new Promise<boolean>(() => undefined);
const failing = () => Promise.reject(new Error("No connection"));

test("all is saved if every part says so in time", async () => {
	expect(await saveAll()).toBe(true);
	const saved: string[] = [];
	const stop = onSaveAll(async () => saved.push("draft") > 0);
	expect(await saveAll()).toBe(true);
	expect(saved).toEqual(["draft"]);
	for (const save of [never, failing, async () => false]) {
		const stopThis = onSaveAll(save);
		expect(await saveAll(2)).toBe(false);
		stopThis();
	}
	stop();
	expect(await saveAll()).toBe(true);
	expect(saved).toHaveLength(4);
});
