import type { ImapFlow } from "imapflow";
import { Unsupported } from "#server/mail/provider/errors.ts";
import type { AnswerKind, ChangeResult, FlagChange } from "#server/mail/provider/provider.ts";
import { tracking } from "../listing/change-tracking.ts";
import type { ImapSession } from "../session.ts";
import { IMPORTANT } from "../state/flags.ts";
import { atLocations, type FoundMessages } from "./locations.ts";
import { store, storeLabels } from "./store-flags.ts";

const NAMES = { read: "\\Seen", starred: "\\Flagged", important: IMPORTANT } as const;

/** @throws Unsupported when the server cannot store the important flag */
export async function setFlags(
	session: ImapSession,
	ids: readonly string[],
	change: FlagChange,
): Promise<ChangeResult> {
	const named = (value: boolean): string[] =>
		(Object.keys(NAMES) as (keyof typeof NAMES)[]).filter((flag) => change[flag] === value).map((flag) => NAMES[flag]);
	const added = named(true);
	const gmail = await session.gmail();
	const missing = await atLocations(session, ids, "write", async (client, messages) => {
		const { found, box } = messages;
		if (gmail !== null && change.important !== undefined)
			await storeLabels(client, found, change.important ? "+" : "-", ["\\Important"]);
		const canStore = gmail !== null || box.canStore(IMPORTANT);
		if (!canStore && added.includes(IMPORTANT))
			throw new Unsupported("This mail server cannot keep a mark for important messages");
		await logUnreported(session, client, messages);
		await store(client, found, "+", added);
		await store(client, found, "-", canStore ? named(false) : named(false).filter((name) => name !== IMPORTANT));
	});
	return { missing, renamed: {} };
}

/** A server that cannot store `$Forwarded` (RFC 5788) gets no mark for what was forwarded. */
export async function markAnswered(
	session: ImapSession,
	ids: readonly string[],
	answer: AnswerKind,
): Promise<ChangeResult> {
	const name = answer === "forward" ? "$Forwarded" : "\\Answered";
	const missing = await atLocations(session, ids, "write", async (client, messages) => {
		const { found, box } = messages;
		if (answer === "forward" && !box.canStore(name)) return;
		await logUnreported(session, client, messages);
		await store(client, found, "+", [name]);
	});
	return { missing, renamed: {} };
}

/** Where the server does not report that flags have changed, the next listing reads those that are set here. */
async function logUnreported(
	{ flagLog }: ImapSession,
	client: ImapFlow,
	{ box, locations: { key, validity }, found }: FoundMessages,
): Promise<void> {
	if (!tracking(client, box.modseq).reportsChanges) await flagLog.add({ key, validity, uids: found });
}
