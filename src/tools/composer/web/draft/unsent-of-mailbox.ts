import type { DraftSection, DraftSummary } from "../../contract.ts";
import { composer } from "../base/api.ts";
import { t } from "../base/text.ts";

/** As many are counted. */
const LIMIT = 200;

/** What becomes of a mailbox's drafts and waiting messages when it is removed; null: it has none. */
export async function unsentOfMailbox(accountId: string): Promise<string | null> {
	const subjects = async (section: DraftSection): Promise<string[]> => {
		// The mailbox's come first.
		const { items } = await composer.listDrafts({ query: { section, first: accountId, limit: LIMIT } });
		return items.filter((one: DraftSummary) => one.accountId === accountId).map((one) => one.subject);
	};
	const [waiting, drafts] = await Promise.all([subjects("waiting"), subjects("drafts")]);
	const sentences = [
		...(waiting.length > 0 ? [t.page.removal.waiting(waiting)] : []),
		...(drafts.length > 0 ? [t.page.removal.drafts(drafts)] : []),
	];
	return sentences.length === 0 ? null : sentences.join(" ");
}
