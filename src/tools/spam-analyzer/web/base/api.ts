import { createClient } from "#shared/client.ts";
import type { emailsContract } from "#shared/contracts/emails.ts";
import { emailsContract as emailsRoutes } from "#shared/contracts/emails.ts?routes";
import type { settingsContract } from "#shared/contracts/settings.ts";
import { settingsContract as settingsRoutes } from "#shared/contracts/settings.ts?routes";
import { send } from "#web/lib/api/api.ts";
import { keys } from "#web/lib/api/query-client.ts";
import type { spamAnalyzerContract } from "../../contract.ts";
import { spamAnalyzerContract as routes } from "../../contract.ts?routes";

/** Routes of the spam-risk analyzer. */
export const analyzer = createClient<typeof spamAnalyzerContract>(routes, send);

/** Routes of the user's settings. */
export const settings = createClient<typeof settingsContract>(settingsRoutes, send);

/** Routes of the user's mail. */
export const emails = createClient<typeof emailsContract>(emailsRoutes, send);

/** Query keys. */
export const analyzerKeys = {
	list: ["spam-analyzer", "analyses"],
	watches: ["spam-analyzer", "watches"],
	newChanges: ["spam-analyzer", "watches", "new"],
	allDmarc: [...keys.mail, "spam-analyzer", "dmarc"],
	dmarcList: (list: string, domain: string | null, days: number) => [
		...keys.mail,
		"spam-analyzer",
		"dmarc",
		list,
		domain,
		days,
	],
	dmarc: (domain: string | null, days: string) => [...keys.mail, "spam-analyzer", "dmarc", domain, days],
	passport: (address: string) => [...keys.mail, "spam-analyzer", "passport", address],
	one: (id: string) => ["spam-analyzer", "analysis", id],
	emails: (q: string) => [...keys.mail, "spam-analyzer", q],
	settings: ["settings", "spam-analyzer"],
};
