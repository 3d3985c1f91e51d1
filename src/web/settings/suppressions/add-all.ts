import { MAX_SUPPRESSIONS } from "#shared/mail/suppression-limits.ts";
import { settingsApi } from "#web/lib/settings/settings-api.ts";

export interface Result {
	added: number;
	known: number;
	invalid: string[];
}

/** Adds any number of addresses and domains to the suppression list, as many at a time as one request may. */
export async function addAll(targets: readonly string[], atOnce = MAX_SUPPRESSIONS): Promise<Result> {
	const sum: Result = { added: 0, known: 0, invalid: [] };
	for (let start = 0; start < targets.length; start += atOnce) {
		const reply = await settingsApi.importSuppressions({ body: { targets: targets.slice(start, start + atOnce) } });
		sum.added += reply.added;
		sum.known += reply.known;
		sum.invalid.push(...reply.invalid);
	}
	return sum;
}
