/** Requests to the API that the MCP server makes for a tool. */
const calls = new WeakSet<Request>();

/** Marks a request as one that the MCP server makes. */
export function asMcpCall(request: Request): Request {
	calls.add(request);
	return request;
}

/** Whether a request is to the MCP server, or made by it. */
export function isForMcp(request: Request): boolean {
	return calls.has(request) || new URL(request.url).pathname === "/mcp";
}
