import type { MailContext } from "#kernel/module.ts";
import { listSenders, type Sender } from "#kernel/send.ts";
import type { Finding, Step } from "../../contract.ts";
import { fieldName } from "../../template.ts";
import { block, messageBlockers } from "../message-blockers.ts";
import type { CampaignRow } from "../rows.ts";
import { hasTrackableLink } from "../tracking/tracked-html.ts";
import { localFindings } from "./local-findings.ts";
import { domainFindings, domainsOf } from "./sending-domain.ts";
import { textFindings } from "./similar-text.ts";

interface Given {
	ownerId: string;
	campaign: CampaignRow;
	steps: Step[];
	/** Recipients who get the campaign. */
	waiting: number;
	signal: AbortSignal;
}

/** Problems that block a launch, and warnings. */
export async function campaignFindings(ctx: MailContext, given: Given): Promise<Finding[]> {
	const { ownerId, campaign, steps, waiting, signal } = given;
	const senders = (await listSenders(ctx, ownerId)).filter(({ accountId }) => campaign.accountIds.includes(accountId));
	const ofDomains = await Promise.all(
		domainsOf(senders).map((domain) => domainFindings(ctx, { ownerId, domain, signal })),
	);
	return [
		...blockers(senders, campaign, steps, waiting),
		...textFindings(steps, waiting),
		...ofDomains.flat(),
		...linkFindings(ctx.config.baseUrl),
		...clickFindings(campaign, steps),
	];
}

function blockers(senders: readonly Sender[], campaign: CampaignRow, steps: Step[], waiting: number): Finding[] {
	const { zoneField, fields } = campaign;
	const found = senders.flatMap(({ name, obstacle }) =>
		obstacle === null ? [] : [block("mailbox", `${name}: ${obstacle}`)],
	);
	found.push(...localFindings(senders));
	if (senders.length === 0) found.push(block("no-mailbox", "Choose a mailbox to send from."));
	found.push(...messageBlockers({ ...campaign, steps }));
	if (zoneField !== "" && !fields.includes(fieldName(zoneField)))
		found.push(
			block("no-zone-field", `No recipient has the field “${zoneField}” for the time zone. Choose another field.`),
		);
	if (waiting === 0) found.push(block("nobody", "Nobody on the list can get this campaign."));
	return found;
}

function clickFindings({ tracksClicks }: CampaignRow, steps: readonly Step[]): Finding[] {
	if (!tracksClicks || steps.some(({ html }) => hasTrackableLink(html))) return [];
	const message =
		"Clicks are tracked on links under words only, and no message has one. Links that show their address stay as they are.";
	return [{ code: "no-tracked-links", message, isBlocking: false }];
}

function linkFindings(baseUrl: string): Finding[] {
	if (baseUrl.startsWith("https:")) return [];
	const message = `Unsubscribe links lead to ${baseUrl}, which is not https: mail programs show no unsubscribe button, and people elsewhere may not reach it.`;
	return [{ code: "no-https", message, isBlocking: false }];
}
