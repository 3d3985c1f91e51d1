import type { ConsentScreens } from "#web/lib/mailbox/provider-screens.ts";
import { t } from "./text.ts";

export const screens: ConsentScreens = {
	settings: ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
	registering: t.consent.setup,
	passwordHint: t.consent.password,
	requested: t.consent.access,
	revoking: t.consent.revoke,
};
