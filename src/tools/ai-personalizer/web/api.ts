import { createClient } from "#shared/client.ts";
import { settingsValues } from "#shared/settings.ts";
import { send } from "#web/lib/api/api.ts";
import { settingsApi } from "#web/lib/settings/settings-api.ts";
import type { assistantContract, EmailDraft } from "../contract.ts";
import { assistantContract as routes } from "../contract.ts?routes";
import { assistantSettings } from "../settings.ts";
import { t } from "./text.ts";

/** Routes of the assistant. */
export const assistant = createClient<typeof assistantContract>(routes, send);

/** The sender's profile and the choices made last. */
export const profileQuery = {
	queryKey: ["settings", "ai-personalizer"],
	queryFn: async ({ signal }: { signal: AbortSignal }) =>
		settingsValues(assistantSettings, (await settingsApi.getSettings({}, { signal })).settings["ai-personalizer"]),
};
export type Profile = Awaited<ReturnType<typeof profileQuery.queryFn>>;

/** Stores some of it. */
export function saveProfile(change: Partial<Profile>) {
	return settingsApi.updateSettings({ params: { section: "ai-personalizer" }, body: change });
}

type DraftBody = Parameters<typeof assistant.streamDraft>[0]["body"];

/**
 * Writes a draft.
 * @param onText receives the text so far
 * @throws ApiError; the signal's reason
 */
export async function streamedDraft(
	body: DraftBody,
	signal: AbortSignal,
	onText: (text: string) => void,
): Promise<EmailDraft> {
	for await (const chunk of assistant.streamDraft({ body }, { signal })) {
		if (chunk.type === "draft") return chunk.draft;
		onText(chunk.text);
	}
	throw new Error(t.form.failedDescription);
}
