import { z } from "zod";
import { defineContract } from "../contract.ts";
import { modelProviders } from "../model.ts";
import { defineSettings } from "../settings.ts";

/** What writes and summarizes. `server`: the operator's model where there is one, otherwise the built-in engine. */
export const engineChoices = ["server", "own", "built_in"] as const;
export type EngineChoice = (typeof engineChoices)[number];

/** A user's model; the API key is stored separately, encrypted. */
export const modelSettings = defineSettings({
	id: "ai",
	schema: z.object({
		engine: z.enum(engineChoices).default("server"),
		provider: z.enum(modelProviders).default("openai-compatible"),
		/** Empty: the provider's own. */
		baseUrl: z.union([z.literal(""), z.url({ protocol: /^https?$/, error: "Enter a complete URL." })]).default(""),
		model: z.string().trim().max(200).default(""),
		/** Limits of the own model, per day (UTC). 0: none. */
		tokensPerDay: z.number().int().min(0).max(1_000_000_000).default(200_000),
		dollarsPerDay: z.number().min(0).max(100_000).default(0),
		/** US dollars per million tokens; 0: not known. */
		inputPrice: z.number().min(0).max(100_000).default(0),
		outputPrice: z.number().min(0).max(100_000).default(0),
	}),
});

/** What answers, and where data goes. */
export const engine = z.object({
	kind: z.enum(["model", "built_in"]),
	/** Null: the built-in engine. */
	model: z.string().nullable(),
	/** Where emails are sent; null: nowhere. */
	host: z.string().nullable(),
});
export type Engine = z.infer<typeof engine>;

/** `cached`: answered from an earlier call, nothing was sent. */
export const callState = z.enum(["running", "done", "cached", "failed", "canceled"]);

export const modelCall = z.object({
	id: z.uuid(),
	/** What it was for, such as `summary`. */
	purpose: z.string(),
	model: z.string(),
	host: z.string(),
	state: callState,
	/** Of the problem that ended it; null: none. */
	errorCode: z.string().nullable(),
	/** Requests, retries included. */
	attempts: z.number(),
	/** Bytes of all requests. */
	sentBytes: z.number(),
	/** As the provider counts them, or estimated where it does not. */
	inputTokens: z.number(),
	outputTokens: z.number(),
	/** US dollars; null: no price is set. */
	dollars: z.number().nullable(),
	startedAt: z.string(),
	finishedAt: z.string().nullable(),
});
export type ModelCall = z.infer<typeof modelCall>;

const params = z.object({ id: z.uuid() });

export const modelContract = defineContract(
	{
		getEngine: {
			method: "GET",
			path: "/api/v1/ai",
			summary: "Get which engine writes and summarizes, and what was used today",
			reply: z.object({
				engine,
				/** The operator's model; null: there is none. */
				server: engine.nullable(),
				/** A key is stored for the server of the own model. */
				hasKey: z.boolean(),
				/** Today (UTC), with the limits of the current model. */
				usage: z.object({
					tokens: z.number(),
					tokensPerDay: z.number(),
					dollars: z.number(),
					dollarsPerDay: z.number(),
				}),
			}),
		},
		setModelKey: {
			method: "PUT",
			path: "/api/v1/ai/key",
			summary:
				"Store the API key of your own model, encrypted; it is sent to the server that is set now, and to no other",
			session: true,
			fresh: true,
			body: z.object({ key: z.string().trim().min(1).max(1_000) }),
		},
		deleteModelKey: {
			method: "DELETE",
			path: "/api/v1/ai/key",
			summary: "Delete the API key of your own model",
			session: true,
		},
		testModel: {
			method: "POST",
			path: "/api/v1/ai/test",
			summary: "Send a short request without mail to the current model",
			session: true,
			reply: z.object({ engine }),
			problems: ["no-model", "model-failed", "model-limit"],
		},
		listModelCalls: {
			method: "GET",
			path: "/api/v1/ai/calls",
			summary: "List what was sent to language models, newest first",
			query: z.object({
				limit: z.coerce.number().int().min(1).max(200).default(50),
				cursor: z.string().max(200).optional(),
			}),
			reply: z.object({ items: z.array(modelCall), nextCursor: z.string().nullable() }),
			problems: ["bad-cursor"],
		},
		getModelCall: {
			method: "GET",
			path: "/api/v1/ai/calls/{id}",
			scope: "mail:read",
			summary: "Read exactly what was sent to a language model, and its answer",
			params,
			reply: modelCall.extend({
				/** Null: deleted, or older than 30 days. */
				sent: z.string().nullable(),
				received: z.string().nullable(),
			}),
		},
		deleteModelTexts: {
			method: "DELETE",
			path: "/api/v1/ai/calls",
			summary: "Delete the texts of all calls and all cached answers; sizes and costs stay",
		},
	},
	{ scope: "tools" },
);
