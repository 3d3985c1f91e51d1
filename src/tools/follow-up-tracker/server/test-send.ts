import { AppError, badRequest, conflict } from "#kernel/errors.ts";
import { createRateLimits, type MailContext } from "#kernel/module.ts";
import { findSuppressed, listSenders, sendMailNow } from "#kernel/send.ts";
import { newId } from "#shared/ids.ts";
import { tool } from "../tool.ts";
import { composeStep, documentOf, testUnsubscribeLink } from "./compose.ts";
import { readCampaign, readRecipient, readSteps } from "./rows.ts";
import { senderName } from "./sender-name.ts";
import type { Variant } from "./variants.ts";

/** Test emails of a user. */
const PER_MINUTE = { max: 10, window: 60 };

interface TestSend {
	ownerId: string;
	/** Whose values fill in the merge fields. */
	recipientId: string;
	step: number;
	to: string;
	/** Which of two subjects; absent: the recipient's own. */
	variant?: Variant | undefined;
}

/**
 * Sends a message as a recipient would get it to another address. It is no part of the campaign: not tracked, not counted,
 * and its unsubscribe link unsubscribes no one.
 * @throws AppError 404, 429, and the problems of the route
 */
export async function sendTest(ctx: MailContext, given: TestSend): Promise<{ state: "sent" | "queued" }> {
	const { ownerId, step, to, variant } = given;
	const { database, config } = ctx;
	const recipient = await readRecipient(database, ownerId, given.recipientId);
	const campaign = await readCampaign(database, ownerId, recipient.campaignId);
	const steps = await readSteps(database, ownerId, campaign.id);
	if (steps[step] === undefined) throw badRequest("no-such-message", "The campaign has no such message. Reload it.");
	const accountId = recipient.senderId ?? campaign.accountIds[0];
	const sender = (await listSenders(ctx, ownerId)).find((one) => one.accountId === accountId);
	if (sender === undefined) throw conflict("no-mailbox", "Choose a mailbox to send from.");
	if (sender.obstacle !== null) throw conflict("cannot-send", `${sender.name}: ${sender.obstacle}`);
	const link = testUnsubscribeLink(config, ownerId);
	const composed = composeStep(config, { ownerId, campaign, recipient, steps, position: step, link, variant });
	if (composed.missing.length > 0) {
		const fields = composed.missing.join(", ");
		throw conflict("missing-field", `There is no value for ${fields}. Add a fallback or choose another recipient.`);
	}
	if ((await findSuppressed(database, ownerId, [to])).size > 0)
		throw conflict("suppressed", `${to} is on your suppression list.`);
	await createRateLimits(database, config, ctx.now).check(`campaign-test:${ownerId}`, PER_MINUTE);
	const name = senderName(campaign, sender.accountId);
	const request = {
		...{ ownerId, accountId: sender.accountId, idempotencyKey: `${tool.id}/test/${newId(ctx.now())}` },
		...(name !== "" && { fromName: name }),
		to: [{ name: "", email: to }],
		message: {
			subject: `[Test] ${composed.subject}`,
			text: composed.text,
			...(composed.html !== null && { html: documentOf(composed.html) }),
			// No mailto: an answer to it would ask for the unsubscribing of the tester.
			headers: { "List-Unsubscribe": `<${link}>` },
		},
		priority: "interactive" as const,
	};
	const { state, explanation, recipients } = await sendMailNow(ctx, request, AbortSignal.timeout(30_000));
	if (state === "sent" || state === "queued") return { state };
	if (state === "sending") return { state: "queued" };
	if (state === "uncertain")
		throw conflict("uncertain", `It is not known whether the test reached ${to}. Look there before you send another.`);
	const reason = recipients[0]?.reply ?? explanation ?? "The mail server did not accept it.";
	throw new AppError(409, "not-sent", reason);
}
