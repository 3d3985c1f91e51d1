import type { Finding, Plan } from "../contract.ts";
import { fieldsOf, isOfRecipient } from "../template.ts";
import { senderName } from "./sender-name.ts";
import { hasTrackableLink } from "./tracking/tracked-html.ts";

/** A finding that keeps a campaign from being launched. */
export const block = (code: string, message: string): Finding => ({ code, message, isBlocking: true });

/** What keeps messages from being sent as they are. */
export function messageBlockers(
	given: Pick<Plan, "steps" | "tracksOpens" | "tracksClicks" | "accountIds" | "fromName" | "senderNames">,
): Finding[] {
	const { steps, tracksOpens, tracksClicks } = given;
	const found: Finding[] = [];
	if (steps[0]?.subject.trim() === "") found.push(block("no-subject", "The first message has no subject."));
	for (const [index, { body }] of steps.entries())
		if (body.trim() === "") found.push(block("no-text", `Message ${index + 1} has no text.`));
	for (const [index, { condition }] of steps.entries()) {
		if (condition === "not_opened" && !tracksOpens)
			found.push(
				block("no-opens", `Message ${index + 1} goes to people who opened nothing. Turn on “Track opens” for it.`),
			);
		if (condition === "clicked" && !tracksClicks)
			found.push(
				block("no-clicks", `Message ${index + 1} goes to people who clicked a link. Turn on “Track clicks” for it.`),
			);
		else if (condition === "clicked" && !steps.slice(0, index).some(({ html }) => hasTrackableLink(html)))
			found.push(
				block(
					"no-links",
					`Message ${index + 1} goes to people who clicked a link. Clicks are counted on links under words only: add one to a formatted message before it.`,
				),
			);
	}
	const isNameless = given.accountIds.some((id) => senderName(given, id) === "");
	for (const [index, { subject, subjectB, body }] of steps.entries()) {
		const field = fieldsOf(`${subject}\n${subjectB}\n${body}`).find(
			({ name, isRequired }) => isRequired && name !== "email" && !isOfRecipient(name),
		);
		if (isNameless && field !== undefined)
			found.push(
				block("no-sender-name", `Message ${index + 1} uses {{${field.name}}}. Give each mailbox a sender name for it.`),
			);
	}
	return found;
}
