import { createClient } from "#shared/client.ts";
import type { settingsContract } from "#shared/contracts/settings.ts";
import { settingsContract as settingsRoutes } from "#shared/contracts/settings.ts?routes";
import { send } from "#web/lib/api/api.ts";
import { keys } from "#web/lib/api/query-client.ts";
import type { validatorContract } from "../../contract.ts";
import { validatorContract as routes } from "../../contract.ts?routes";

/** Routes of the validator. */
export const validator = createClient<typeof validatorContract>(routes, send);

/** Routes of the user's settings. */
export const settings = createClient<typeof settingsContract>(settingsRoutes, send);

/** Query keys. */
export const validatorKeys = {
	files: [...keys.batch, "validator", "files"],
	rows: (id: string) => [...keys.batch, "validator", "rows", id],
	monitored: ["validator", "monitored"],
	changes: (id: string) => ["validator", "monitored-changes", id],
	verdicts: [...keys.batch, "validator", "verdicts"],
	verdict: (email: string) => [...keys.batch, "validator", "verdict", email],
	calibration: [...keys.batch, "validator", "calibration"],
	blocked: ["settings", "validator"],
	mailboxChecks: ["settings", "validator", "mailbox-checks"],
};
