import { Session } from "node:inspector";
import { REPORT_EXPRESSION, type WorkReport } from "./current-work.ts";

/**
 * Asks the blocked main thread, from another thread, what it is running. V8 evaluates the expression at the next
 * interrupt check, which loops and regular expressions pass constantly; native code such as JSON.parse does not.
 * @returns null when there is no answer in time, or it is not about this block
 */
export function pingMainThread(timeoutMs: number, heartbeats: number): Promise<WorkReport | null> {
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
		// An open session delays the exit of the process.
		session.disconnect();
	});
}
