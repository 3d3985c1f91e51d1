import { Session } from "node:inspector";
import { REPORT_EXPRESSION, type WorkReport } from "./current-work.ts";

/**
 * Asks the main thread what it is doing while it is blocked, from another thread. V8 runs the question at the next
 * interrupt check, which loops and regular expressions pass all the time; native code such as JSON.parse does not.
 * @returns null when there is no answer in time, or not about this block
 */
export function askMainThread(timeoutMs: number, heartbeats: number): Promise<WorkReport | null> {
	const { promise, resolve } = Promise.withResolvers<WorkReport | null>();
	const session = new Session();
	const timer = setTimeout(() => resolve(null), timeoutMs);
	try {
		session.connectToMainThread();
		session.post("Runtime.evaluate", { expression: REPORT_EXPRESSION, returnByValue: true }, (error, reply) => {
			const text: unknown = error === null ? reply.result.value : undefined;
			const report = typeof text === "string" ? (JSON.parse(text) as WorkReport) : null;
			resolve(report?.heartbeats === heartbeats ? report : null);
		});
	} catch {
		resolve(null);
	}
	return promise.finally(() => {
		clearTimeout(timer);
		// A session that stays open delays the end of the process.
		session.disconnect();
	});
}
