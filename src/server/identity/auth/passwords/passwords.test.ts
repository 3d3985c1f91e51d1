import { expect, it } from "vitest";
import { passwordHashes } from "./passwords.ts";

const cheap = passwordHashes(4);

it("verifies the password that was hashed, however it is typed, and no other", async () => {
	const hash = await cheap.hash("Caf\u00e9 \u2460 au lait");
	expect(await cheap.verify({ hash, password: "Cafe\u0301 1 au lait" })).toBe(true);
	expect(await cheap.verify({ hash, password: "Cafe 1 au lait" })).toBe(false);
	expect(hash).not.toContain("lait");
	expect(await cheap.hash("Caf\u00e9 \u2460 au lait")).not.toBe(hash);
});

it("verifies hashes made with another cost", async () => {
	const hash = await passwordHashes(14).hash("correct horse battery");
	expect(hash).toMatch(/^14\$[0-9a-f]{32}\$[0-9a-f]{128}$/);
	expect(await cheap.verify({ hash, password: "correct horse battery" })).toBe(true);
});
