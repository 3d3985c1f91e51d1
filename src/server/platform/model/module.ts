import { z } from "zod";
import { modelContract, modelSettings } from "#shared/contracts/model.ts";
import { AppError } from "../../errors.ts";
import type { PlatformContext } from "../context/context.ts";
import { implement } from "../http/implement.ts";
import type { ServerModule } from "../modules/module.ts";
import { activeModel, engineOf, ownOrigin, serverModel } from "./active-model.ts";
import { askModel } from "./ask.ts";
import { deleteTexts, expireCalls, getCall, listCalls, usageToday } from "./calls.ts";
import { deleteModelKey, hasModelKey, storeModelKey } from "./keys.ts";

/** Language models: the user's choice and key, and the record of all calls. */
export const modelModule: ServerModule<PlatformContext> = {
	name: "model",
	settings: [modelSettings],
	notExported: ["model_keys", "model_answers"],
	maintain: ({ database, now }) => expireCalls(database, now()),
	routes(ctx) {
		const { database } = ctx;
		return [
			implement(modelContract, {
				async getEngine({ caller: { ownerId } }) {
					const model = await activeModel(ctx, ownerId);
					const server = serverModel(ctx);
					const used = await usageToday(database, { ownerId, isOwn: model?.isOwn ?? false, now: ctx.now() });
					const { tokensPerDay = 0, dollarsPerDay = 0 } = model ?? {};
					return {
						...{ engine: engineOf(model), server: server && engineOf(server) },
						hasKey: await hasModelKey(ctx, ownerId, await ownOrigin(ctx, ownerId)),
						usage: { ...used, tokensPerDay, dollarsPerDay },
					};
				},
				async setModelKey({ caller: { ownerId }, body }) {
					await storeModelKey(ctx, ownerId, { key: body.key, origin: await ownOrigin(ctx, ownerId) });
					return undefined;
				},
				async deleteModelKey({ caller }) {
					await deleteModelKey(ctx, caller.ownerId);
					return undefined;
				},
				async testModel({ caller, signal }) {
					const reply = await askModel(ctx, {
						...{ ownerId: caller.ownerId, purpose: "test", signal, mayReuse: false },
						...{ system: "You are being tested.", prompt: "Set ok to true.", schema: z.object({ ok: z.boolean() }) },
					});
					if (reply === null) throw new AppError(409, "no-model", "No language model is set up.");
					return { engine: engineOf(reply.model) };
				},
				listModelCalls: ({ caller, query }) => listCalls(database, caller.ownerId, query),
				getModelCall: ({ caller, params }) => getCall(database, caller.ownerId, params.id),
				async deleteModelTexts({ caller }) {
					await deleteTexts(database, caller.ownerId);
					return undefined;
				},
			}),
		];
	},
};
