import { expect, it } from "vitest";
import { createLogger } from "./log.ts";

it("logs errors without secrets and without database rows", () => {
	const lines: string[] = [];
	const log = createLogger({ logLevel: "info" }, { write: (line) => void lines.push(line) });
	const cause = Object.assign(new Error("duplicate key"), {
		code: "23505",
		detail: "Key (subject)=(Private plans) already exists.",
		where: "JSON data, line 1: Private plans",
	});
	log.error({ event: "test.failed", err: cause, job: { password: "hunter2" } }, "a job failed");
	expect(JSON.parse(lines[0] ?? "")).toMatchObject({
		msg: "a job failed",
		err: { message: "duplicate key", code: "23505", stack: expect.any(String) },
	});
	expect(lines[0]).not.toContain("Private plans");
	expect(lines[0]).not.toContain("hunter2");
});
