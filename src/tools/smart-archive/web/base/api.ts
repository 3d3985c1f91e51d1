import { queryOptions } from "@tanstack/react-query";
import { createClient } from "#shared/client.ts";
import { send } from "#web/lib/api/api.ts";
import { keys } from "#web/lib/api/query-client.ts";
import type { smartArchiveContract } from "../../contract.ts";
import { smartArchiveContract as routes } from "../../contract.ts?routes";

/** Routes of the smart archive. */
export const smartArchive = createClient<typeof smartArchiveContract>(routes, send);

/** Figures depend on mail: every change of mail invalidates them. @param account absent: all mailboxes */
export const archiveKeys = {
	analysis: (account: string | undefined) => [...keys.mail, "smart-archive", "analysis", account ?? null],
	space: (account: string | undefined, by: string) => [...keys.mail, "smart-archive", "space", account ?? null, by],
	copies: (account: string | undefined, kind: string) => [
		...keys.mail,
		"smart-archive",
		"copies",
		account ?? null,
		kind,
	],
	sweeps: (account: string | undefined) => [...keys.mail, "smart-archive", "sweeps", account ?? null],
	backups: [...keys.mail, "smart-archive", "backups"],
	all: [...keys.mail, "smart-archive"],
};

export const analysisQuery = (account: string | undefined) =>
	queryOptions({
		queryKey: archiveKeys.analysis(account),
		queryFn: ({ signal }) => smartArchive.getAnalysis({ query: { account } }, { signal }),
	});
