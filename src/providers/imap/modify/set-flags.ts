import type { ImapFlow } from "imapflow";
import { Unsupported } from "#server/mail/provider/errors.ts";
import type { AnswerKind, ChangeResult } from "#server/mail/provider/provider.ts";
import { type Flag, type FlagChange, SETTABLE_FLAGS } from "#shared/mail/flags.ts";
import { tracking } from "../listing/change-tracking.ts";
import type { ImapSession } from "../session.ts";
import { imapFlag, isKeyword } from "../state/flags.ts";
import { atLocations, type FoundMessages } from "./locations.ts";
import { store, storeLabels } from "./store-flags.ts";

/** @throws Unsupported when the server cannot store a flag that is to be set */
export async function setFlags(
	session: ImapSession,
	ids: readonly string[],
	change: FlagChange,
): Promise<ChangeResult> {
	const added = SETTABLE_FLAGS.filter((flag) => change[flag] === true);
	const removed = SETTABLE_FLAGS.filter((flag) => change[flag] === false);
	const gmail = await session.gmail();
	const missing = await atLocations(session, ids, "write", async (client, messages) => {
		const { found, box } = messages;
		if (gmail !== null && change.important !== undefined)
			await storeLabels(client, found, change.important ? "+" : "-", ["\\Important"]);
		const canStore = (flag: Flag): boolean => gmail !== null || !isKeyword(flag) || box.canStore(imapFlag(flag));
		const lacking = added.find((flag) => !canStore(flag));
		if (lacking !== undefined) throw new Unsupported(`This mail server cannot keep a mark for ${lacking} messages`);
		await logUnreported(session, client, messages);
		await store(client, found, "+", added.map(imapFlag));
		await store(client, found, "-", removed.filter(canStore).map(imapFlag));
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
