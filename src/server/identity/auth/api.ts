import type { Operation } from "../../platform/http/api-operation.ts";

const text = { type: "string" };
const reply = { description: "OK", content: { "application/json": { schema: { type: "object" } } } };
const failure = {
	description: "What went wrong",
	content: {
		"application/json": { schema: { type: "object", properties: { code: text, message: text } } },
		"application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } },
	},
};
const solved = {
	name: "x-security-check",
	in: "header" as const,
	required: true,
	description: "`<token>:<sum>` for a sum from `/api/v1/security-check`; each can be used once.",
	schema: text,
};

function body(fields: string[]) {
	const properties: Record<string, object> = {};
	for (const field of fields) properties[field] = field === "email" ? { ...text, format: "email" } : text;
	const schema = { type: "object", properties, required: fields };
	return { required: true, content: { "application/json": { schema } } };
}

function operation(operationId: string, summary: string, more: Partial<Operation>): Operation {
	return {
		operationId,
		summary,
		tags: ["sign-in"],
		security: [{ session: [] }],
		responses: { 200: reply, default: failure },
		...more,
	};
}

/** The part of Better Auth's API that programs need, for the OpenAPI description. */
export const authPaths: Record<string, Record<string, Operation>> = {
	"/api/auth/sign-up/email": {
		post: operation("signUp", "Create an account; sign in afterwards", {
			security: [],
			parameters: [solved],
			requestBody: body(["name", "email", "password"]),
		}),
	},
	"/api/auth/sign-in/email": {
		post: operation("signIn", "Sign in; the response sets the session cookie", {
			security: [],
			parameters: [solved],
			requestBody: body(["email", "password"]),
		}),
	},
	"/api/auth/sign-out": { post: operation("signOut", "End this session", {}) },
	"/api/auth/get-session": {
		get: operation("getSession", "The signed-in user; null if nobody is signed in", { security: [] }),
	},
};
