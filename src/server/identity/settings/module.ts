import { notificationSettings, settingsContract } from "#shared/contracts/settings.ts";
import type { SettingsSection } from "#shared/settings.ts";
import { notFound } from "../../errors.ts";
import { syncFailureMailJob } from "../../mail/sync/status/failure-mail.ts";
import { type Handlers, implement } from "../../platform/http/implement.ts";
import type { ServerModule } from "../../platform/modules/module.ts";
import { readAllSettings, updateSettings } from "../../platform/settings/store.ts";
import { deleteOwnAccount } from "../account-deletion/request.ts";
import type { Context } from "../auth/context.ts";
import { disconnectKeepingMail } from "./disconnect.ts";

/**
 * Settings of a user, their connected accounts and their own account.
 * @param parts modules that declare settings; those with values per mailbox have routes of their own
 */
export function createSettingsModule(parts: readonly ServerModule<Context>[]): ServerModule<Context> {
	const sections = sectionsOf([notificationSettings, ...parts.flatMap((part) => part.settings ?? [])]);
	return {
		name: "settings",
		jobs: [syncFailureMailJob],
		routes: (ctx) => [implement(settingsContract, handlers(ctx, sections))],
	};
}

function sectionsOf(all: readonly SettingsSection[]): ReadonlyMap<string, SettingsSection> {
	const sections = new Map(all.map((section) => [section.id, section]));
	if (sections.size < all.length) throw new Error("Two sections of settings have the same id");
	return new Map([...sections].filter(([, { isPerAccount }]) => !isPerAccount));
}

function handlers(ctx: Context, sections: ReadonlyMap<string, SettingsSection>): Handlers<typeof settingsContract> {
	return {
		async getSettings({ caller }) {
			return {
				settings: await readAllSettings(ctx.database, caller.ownerId, [...sections.values()]),
				canMail: ctx.mailer.configured,
				isOperator: caller.isOperator,
			};
		},
		async updateSettings({ caller, params, body }) {
			const section = sections.get(params.section);
			if (section === undefined) throw notFound("The settings section");
			return { values: await updateSettings(ctx.database, { ownerId: caller.ownerId }, section, body) };
		},
		disconnectKeepingMail: async ({ caller, params }) => ({
			account: await disconnectKeepingMail(ctx, caller.ownerId, params.id),
		}),
		async deleteMyAccount({ caller, body }) {
			await deleteOwnAccount(ctx, caller, body.confirm);
			return undefined;
		},
	};
}
