/** Kinds of services that run language models. The first has many: OpenAI, Ollama, llama.cpp, vLLM, OpenRouter. */
export const modelProviders = ["openai-compatible", "anthropic", "google"] as const;
export type ModelProvider = (typeof modelProviders)[number];

/** Where a provider's API is, unless another address is set. */
export const MODEL_BASE_URLS: Readonly<Record<ModelProvider, string>> = {
	"openai-compatible": "https://api.openai.com/v1",
	anthropic: "https://api.anthropic.com/v1",
	google: "https://generativelanguage.googleapis.com/v1beta",
};

/** The host of a base URL, as screens name it. */
export function modelHost(baseUrl: string): string {
	return URL.parse(baseUrl)?.host ?? baseUrl;
}
