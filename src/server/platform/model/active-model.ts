import { type Engine, modelSettings } from "#shared/contracts/model.ts";
import { MODEL_BASE_URLS, type ModelProvider, modelHost } from "#shared/model.ts";
import type { SettingsValues } from "#shared/settings.ts";
import { trimEndOf } from "#shared/trim.ts";
import type { PlatformContext } from "../context/context.ts";
import { readSettings } from "../settings/store.ts";
import { readModelKey } from "./keys.ts";

/** The language model that answers for a user. */
export interface ActiveModel {
	provider: ModelProvider;
	/** Without a trailing slash. */
	baseUrl: string;
	model: string;
	/** Where data goes. */
	host: string;
	apiKey: string | null;
	/** The user's own; otherwise the operator's. */
	isOwn: boolean;
	/** Per day (UTC); 0: none. */
	tokensPerDay: number;
	dollarsPerDay: number;
	/** US dollars per million tokens; both 0: not known. */
	inputPrice: number;
	outputPrice: number;
}

type Context = Pick<PlatformContext, "database" | "config">;

/** The model that a user has chosen; null: the built-in engine. */
export async function activeModel(ctx: Context, ownerId: string): Promise<ActiveModel | null> {
	const settings = await readSettings(ctx.database, { ownerId }, modelSettings);
	if (settings.engine === "built_in") return null;
	if (settings.engine === "server") return serverModel(ctx);
	if (settings.model === "") return null;
	const baseUrl = ownBaseUrl(settings);
	const apiKey = await readModelKey(ctx, ownerId, new URL(baseUrl).origin);
	const { engine: _, ...own } = settings;
	return { ...own, baseUrl, host: modelHost(baseUrl), apiKey, isOwn: true };
}

function ownBaseUrl({ baseUrl, provider }: SettingsValues<typeof modelSettings>): string {
	return trimEndOf(baseUrl === "" ? MODEL_BASE_URLS[provider] : baseUrl, "/");
}

/** The origin of the server of the user's own model, chosen or not. */
export async function ownOrigin({ database }: Pick<Context, "database">, ownerId: string): Promise<string> {
	return new URL(ownBaseUrl(await readSettings(database, { ownerId }, modelSettings))).origin;
}

/** The operator's model; null: there is none. */
export function serverModel({ config }: Pick<Context, "config">): ActiveModel | null {
	if (config.model === null) return null;
	const baseUrl = config.model.baseUrl ?? MODEL_BASE_URLS[config.model.provider];
	return { ...config.model, baseUrl, host: modelHost(baseUrl), isOwn: false };
}

/** As the API names it. */
export function engineOf(model: ActiveModel | null): Engine {
	if (model === null) return { kind: "built_in", model: null, host: null };
	return { kind: "model", model: model.model, host: model.host };
}
