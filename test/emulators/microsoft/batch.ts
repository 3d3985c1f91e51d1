/**
 * Batch requests (https://learn.microsoft.com/graph/json-batching): at most 20, each with its own headers, in any
 * order but that of dependsOn; non-JSON bodies are base64. At most four of a batch run concurrently per mailbox.
 */

import { badRequest, GraphError } from "./errors.ts";

interface Step {
	id: string;
	method: string;
	/** URL without the version. */
	url: string;
	headers?: Record<string, string>;
	body?: unknown;
	dependsOn?: string[];
}

interface Answer {
	id: string;
	status: number;
	headers: Record<string, string>;
	body?: unknown;
}

const MAX_STEPS = 20;
const CONCURRENCY = 4;

/** @param answer handles one inner request, with a path below the version @param order of the responses */
export async function answerBatch(
	payload: unknown,
	answer: (step: Step, body: string | null) => Promise<Response>,
	order: <T>(list: T[]) => T[],
): Promise<Response> {
	const steps = stepsIn(payload);
	const done = new Map<string, Answer>();
	const waiting = [...steps];
	/** Starts requests whose dependencies are done, up to four concurrently. */
	while (waiting.length > 0) {
		const ready = waiting.filter(({ dependsOn = [] }) => dependsOn.every((id) => done.has(id))).slice(0, CONCURRENCY);
		if (ready.length === 0) throw badRequest("Invalid dependsOn in the batch.");
		for (const step of ready) waiting.splice(waiting.indexOf(step), 1);
		const answers = await Promise.all(ready.map((step) => one(step, done, answer)));
		for (const answer of answers) done.set(answer.id, answer);
	}
	return Response.json({ responses: order([...done.values()]) });
}

async function one(
	step: Step,
	done: Map<string, Answer>,
	answer: (step: Step, body: string | null) => Promise<Response>,
): Promise<Answer> {
	const hasFailed = (step.dependsOn ?? []).some((id) => (done.get(id)?.status ?? 500) >= 400);
	if (hasFailed) {
		const error = { code: "FailedDependency", message: "A request that this one depends on has failed." };
		return { id: step.id, status: 424, headers: {}, body: { error } };
	}
	const isJson = /json/i.test(headersOf(step)["content-type"] ?? "");
	if (step.body !== undefined && headersOf(step)["content-type"] === undefined)
		throw badRequest(`Write request id : ${step.id} does not contain Content-Type header or body.`);
	const text = String(step.body ?? "");
	const body = step.body === undefined ? null : isJson ? JSON.stringify(step.body) : text;
	const reply = await answer(step, body);
	const headers = Object.fromEntries(reply.headers);
	const content = Buffer.from(await reply.arrayBuffer());
	const isShownAsJson = /json/.test(headers["content-type"] ?? "");
	const shown = isShownAsJson ? JSON.parse(content.toString()) : content.toString("base64");
	return { id: step.id, status: reply.status, headers, ...(content.length > 0 && { body: shown }) };
}

export function headersOf({ headers = {} }: Step): Record<string, string> {
	return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function stepsIn(payload: unknown): Step[] {
	const steps = (payload as { requests?: Step[] } | null)?.requests;
	if (!Array.isArray(steps) || steps.length === 0) throw badRequest("Invalid batch payload format.");
	if (steps.length > MAX_STEPS)
		throw new GraphError(
			400,
			"MaximumValueExceeded",
			`Number of batch request steps exceeds the maximum value of ${MAX_STEPS}.`,
		);
	if (new Set(steps.map(({ id }) => id)).size !== steps.length)
		throw badRequest("Request ids of a batch must be different.");
	return steps;
}
