import type { ConsentScreens } from "#web/lib/mailbox/provider-screens.ts";
import { t } from "./text.ts";

export const screens: ConsentScreens = {
	settings: ["MICROSOFT_CLIENT_ID", "MICROSOFT_CLIENT_SECRET"],
	registering: t.consent.setup,
	requested: t.consent.access,
	revoking: t.consent.revoke,
};
