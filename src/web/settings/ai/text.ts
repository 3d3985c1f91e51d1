import { formatAgo, formatBytes, formatCount, formatNumber } from "#web/lib/base/format.ts";

function formatDollars(dollars: number): string {
	const digits = dollars > 0 && dollars < 0.1 ? 4 : 2;
	return `$${dollars.toFixed(digits)}`;
}

/** Texts of the AI settings. */
export const t = {
	ai: {
		couldntLoad: "Couldn't load the AI settings",
		couldntSave: "Couldn't save the AI settings",
		engine: "Engine",
		engineNote: "Writes drafts, summaries and reply suggestions, only when you ask for one.",
		server: "This server's model",
		serverHint: (model: string, host: string) => `${model} at ${host}`,
		noServer: "Your administrator has not set one up, so the built-in engine is used",
		own: "My own model",
		ownHint: "Your API key, or a model server of yours",
		builtIn: "Built-in engine",
		builtInHint: "No language model. Nothing leaves this server",
		now: (model: string, host: string) =>
			`When you ask for a draft, a summary or a reply, the text of the emails it is about is sent to ${host} for ${model} to read. Quoted text and signatures are left out.`,
		nowBuiltIn:
			"Drafts, summaries and replies are made from rules and from sentences of the email itself. Nothing leaves this server.",
		ownIncomplete: "Enter the name of a model. Until then the built-in engine is used.",
		provider: "Protocol",
		providers: {
			"openai-compatible": "OpenAI-compatible (OpenAI, OpenRouter, Mistral, Groq)",
			anthropic: "Anthropic",
			google: "Google Gemini",
		},
		baseUrl: "URL",
		baseUrlHint: "Leave blank for the provider's own. It must be on the public internet.",
		model: "Model",
		modelExample: "gpt-5-mini",
		key: "API key",
		keySaved: "A key is stored. Leave blank to keep it.",
		keyOtherServer: "The stored key is only sent to the server it was entered for. Enter the key for this one.",
		keyHint: "Stored encrypted, and never shown again.",
		usedTokens: "Tokens",
		usedCost: "Cost",
		limits: "Daily limits",
		tokens: "Tokens per day",
		dollars: "US dollars per day",
		noLimit: "0 means no limit.",
		inputPrice: "Price of a million input tokens, in US dollars",
		outputPrice: "Price of a million output tokens, in US dollars",
		priceHint: "0 means unknown: costs are neither shown nor limited.",
		save: "Save",
		saved: "AI settings saved",
		deleteKey: "Delete key",
		keyDeleted: "API key deleted",
		test: "Save and test",
		works: (model: string) => `${model} works`,
		doesntWork: "The model doesn't work",
		usedToday: "Used today",
		ofTokens: (used: number, limit: number) =>
			limit === 0 ? formatCount(used, "token") : `${formatNumber(used)} of ${formatCount(limit, "token")}`,
		ofDollars: (used: number, limit: number) =>
			limit === 0 ? formatDollars(used) : `${formatDollars(used)} of ${formatDollars(limit)}`,
		calls: "What was sent",
		callsNote: "Every request to a language model. Texts are kept for 30 days, sizes and costs for a year.",
		noCalls: "Nothing was sent",
		noCallsDescription: "Each request to a language model is listed here, with its text, size and cost.",
		couldntLoadCalls: "Couldn't load what was sent",
		loadingCalls: "Loading requests",
		more: "Show more",
		purposes: {
			test: "Test",
			draft: "Draft",
			summary: "Summary",
			"thread-summary": "Conversation summary",
			replies: "Reply suggestions",
			nudge: "Nudge",
			generate: "Text for a prompt",
		} as Record<string, string>,
		states: {
			running: "In progress",
			done: "Answered",
			cached: "From an earlier answer",
			failed: "Failed",
			canceled: "Canceled",
		},
		callFacts: (sentBytes: number, tokens: number, dollars: number | null) =>
			[
				formatBytes(sentBytes),
				formatCount(tokens, "token"),
				...(dollars === null ? [] : [formatDollars(dollars)]),
			].join(" · "),
		nothingSent: "Nothing was sent",
		openCall: (purpose: string, at: string) => `${purpose}, ${formatAgo(at)}`,
		sent: "Sent",
		received: "Received",
		noText: "This text was deleted.",
		nothing: "Nothing",
		deleteTexts: "Delete texts",
		deleteTextsTitle: "Delete the texts of all requests?",
		deleteTextsDescription:
			"What was sent and received, and the answers kept for reuse, are deleted on this server. You can't undo this.",
		textsDeleted: "Texts deleted",
		couldntDelete: "Couldn't delete the texts",
	},
};
