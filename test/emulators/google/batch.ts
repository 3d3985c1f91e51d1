/**
 * Batch requests (https://developers.google.com/workspace/gmail/api/guides/batch): multipart/mixed, at most 100, each
 * counted individually, responses in any order with `response-` before the Content-ID.
 */

import { GoogleError, invalid } from "./errors.ts";

export interface InnerRequest {
	contentId: string | null;
	method: string;
	/** Path with query. */
	path: string;
	headers: Headers;
	body: string;
}

const MAX_CALLS = 100;

/** @param answer handles one inner request @param order of the responses */
export async function answerBatch(
	request: Request,
	answer: (inner: InnerRequest) => Promise<Response>,
	order: <T>(list: T[]) => T[],
): Promise<Response> {
	const inner = innerRequests(request.headers.get("content-type") ?? "", await request.text());
	if (inner.length > MAX_CALLS) throw invalid(`The batch request must not contain more than ${MAX_CALLS} calls`);
	const boundary = "batch_foobarbaz";
	const parts: string[] = [];
	for (const one of inner) parts.push(await partOf(one, await answer(one)));
	const body = `${order(parts)
		.map((part) => `--${boundary}\r\n${part}\r\n`)
		.join("")}--${boundary}--\r\n`;
	return new Response(body, { headers: { "content-type": `multipart/mixed; boundary=${boundary}` } });
}

function innerRequests(type: string, body: string): InnerRequest[] {
	const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1];
	if (!/^multipart\/mixed/i.test(type) || boundary === undefined)
		throw new GoogleError(400, "badRequest", "Failed to parse batch request, error: missing boundary");
	return body
		.split(`--${boundary}`)
		.slice(1, -1)
		.map((part) => {
			const [outer = "", rest = ""] = halves(part.replace(/^\r?\n/, ""));
			const [head = "", content = ""] = halves(rest);
			const [first = "", ...lines] = head.split(/\r?\n/);
			const [, method, path] = /^([A-Z]+) (\S+)/.exec(first) ?? [];
			if (method === undefined || path === undefined)
				throw new GoogleError(400, "badRequest", "Failed to parse batch request, error: no request line");
			return {
				contentId: /^content-id:\s*(.+)$/im.exec(outer)?.[1]?.trim() ?? null,
				method,
				path: path.replace(/^https?:\/\/[^/]+/, ""),
				headers: headersOf(lines),
				body: content.replace(/\r?\n$/, ""),
			};
		});
}

async function partOf({ contentId }: InnerRequest, reply: Response): Promise<string> {
	const headers = [...reply.headers].map(([name, value]) => `${name}: ${value}`);
	const id = contentId?.startsWith("<") ? `<response-${contentId.slice(1)}` : `response-${contentId}`;
	return [
		"Content-Type: application/http",
		...(contentId === null ? [] : [`Content-ID: ${id}`]),
		"",
		`HTTP/1.1 ${reply.status} ${reply.statusText || "OK"}`,
		...headers,
		"",
		await reply.text(),
	].join("\r\n");
}

function headersOf(lines: string[]): Headers {
	const headers = new Headers();
	for (const line of lines) {
		const [, name, value] = /^([^:\s]+):\s*(.*)$/.exec(line) ?? [];
		if (name !== undefined && value !== undefined) headers.append(name, value);
	}
	return headers;
}

function halves(text: string): [string, string] {
	const blank = /\r?\n\r?\n/.exec(text);
	return blank ? [text.slice(0, blank.index), text.slice(blank.index + blank[0].length)] : [text, ""];
}
