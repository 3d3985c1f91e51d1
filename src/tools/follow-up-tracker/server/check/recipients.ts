import { parseAddress } from "#kernel/addresses.ts";
import { findMailHost } from "#kernel/domains.ts";
import type { MailContext } from "#kernel/module.ts";
import { findSuppressed, listSenders } from "#kernel/send.ts";
import { forEachConcurrent } from "#kernel/work.ts";
import { domainOf } from "#shared/mail/addresses.ts";
import type { Step } from "../../contract.ts";
import type { Exclusion } from "../../states.ts";
import { fieldName, fieldsOf, isOfRecipient } from "../../template.ts";
import { type CampaignRow, inOtherCampaign } from "../rows.ts";
import { isTimeZone } from "../sending-times.ts";
import type { CheckedRow } from "./check-job.ts";
import { campaignsWithSameText } from "./similar-text.ts";
import { verdictsOn } from "./validation.ts";

/** What the check says about one recipient. */
export interface Verdict {
	id: string;
	/** Null: it gets the campaign. */
	reason: Exclusion | null;
	warning: string | null;
}

interface Check {
	ownerId: string;
	campaign: CampaignRow;
	steps: readonly Step[];
	signal: AbortSignal;
}

/** Lookups in the DNS at once. */
const LOOKUPS = 8;
/** Mail within these days is a conversation. */
const CONVERSATION_DAYS = 30;
const DEAD = ["domain-not-found", "null-mx", "no-mail-server", "mail-server-not-found"];

/** @returns checks a page of recipients; each domain is looked up once */
export function checkRecipients(ctx: MailContext, check: Check) {
	const { campaign, steps, signal } = check;
	const domains = new Map<string, Promise<"ok" | "dead" | "unknown">>();
	const required = steps
		.flatMap(({ subject, subjectB, body }) => fieldsOf(`${subject}\n${subjectB}\n${body}`))
		.filter(({ isRequired }) => isRequired)
		.map(({ name }) => name);
	const lookUp = (domain: string) => {
		const known = domains.get(domain) ?? mailHostState(ctx, domain, signal);
		domains.set(domain, known);
		return known;
	};
	let sameText: Promise<string[]> | null = null;
	return async (page: readonly CheckedRow[]): Promise<Verdict[]> => {
		const emails = page.map(({ email }) => email);
		sameText ??= campaignsWithSameText(ctx, { ownerId: check.ownerId, campaignId: campaign.id, steps });
		const known = await readKnown(ctx, check, { emails, sameText: await sameText });
		const look = async (email: string): Promise<void> => {
			if (typeof parseAddress(email) === "object") await lookUp(domainOf(email));
		};
		await forEachConcurrent(emails, LOOKUPS, look, signal);
		return Promise.all(
			page.map(async ({ id, email, fields }): Promise<Verdict> => {
				const lower = email.toLowerCase();
				const result = (reason: Exclusion | null, warning: string | null = null) => ({ id, reason, warning });
				const verdict = known.verdicts.get(lower);
				if (typeof parseAddress(email) === "string") return result("invalid");
				// What concerns the domain comes last: a person whom the user writes to is that first.
				if (verdict?.status === "invalid" && !DEAD.includes(verdict.reason)) return result("invalid");
				if (known.own.has(lower)) return result("own_address");
				if (known.suppressed.has(email)) return result("suppressed");
				if (known.otherCampaigns.has(lower)) return result("other_campaign");
				if (known.gotSameText.has(lower)) return result("same_text");
				if (!campaign.includesConversations && known.conversations.has(lower)) return result("in_conversation");
				const missing = required.filter((name) => isOfRecipient(name) && !fields[name]?.trim());
				if (missing.length > 0) return result("missing_field", missing.join(", "));
				const host = await lookUp(domainOf(email));
				if (host === "dead") return result("no_mail_server");
				if (host === "unknown") return result(null, "The domain couldn't be looked up.");
				if (verdict?.status === "risky") return result(null, "The validator calls this address risky.");
				if (known.beyondLimit.has(lower))
					return result(null, "Not validated: your plan's validations of this month are used.");
				const zone = fields[fieldName(campaign.zoneField)];
				const isUnknown = campaign.zoneField !== "" && zone !== undefined && !isTimeZone(zone);
				return result(null, isUnknown ? `“${zone}” is not a time zone: the campaign's zone is used.` : null);
			}),
		);
	};
}

async function mailHostState(ctx: MailContext, domain: string, signal: AbortSignal) {
	const { state } = await findMailHost(ctx.net.dns, domain, signal);
	if (state === "failed") return "unknown";
	return DEAD.includes(state) ? "dead" : "ok";
}

/** What is stored about the addresses; all keys but those of `suppressed` are in lower case. */
async function readKnown(
	ctx: MailContext,
	{ ownerId, campaign, signal }: Check,
	{ emails, sameText }: { emails: readonly string[]; sameText: readonly string[] },
) {
	const { database } = ctx;
	const lower = emails.map((email) => email.toLowerCase());
	const since = new Date(ctx.now() - CONVERSATION_DAYS * 86_400_000);
	const setOf = async (sql: string, values: unknown[]): Promise<Set<string>> => {
		const rows = await database.query<{ email: string }>(sql, values);
		return new Set(rows.map(({ email }) => email));
	};
	const senders = await listSenders(ctx, ownerId);
	const wrote = await setOf(
		`select distinct sender_email as email from mail_messages_v1 where owner_id = $1 and account_id = any($4::uuid[])
			and sender_email = any($2::text[]) and folder_role not in ('sent', 'drafts', 'spam') and received_date > $3
			and coalesce(list_key, '') = ''`,
		[ownerId, lower, since, senders.map(({ accountId }) => accountId)],
	);
	const written = await setOf(
		`select distinct address as email from mail_outgoing_recipients_v1
		where owner_id = $1 and address = any($2::text[]) and state = 'accepted' and updated_at > $3`,
		[ownerId, lower, since],
	);
	return {
		...(await verdictsOn(ctx, { ownerId, emails, signal })),
		own: new Set(senders.map(({ email }) => email?.toLowerCase() ?? "")),
		suppressed: await findSuppressed(database, ownerId, emails),
		otherCampaigns: await setOf(
			`select lower(r.email) as email from campaign_recipients r
			where r.owner_id = $1 and r.campaign_id = $2 and lower(r.email) = any($3::text[]) and ${inOtherCampaign}`,
			[ownerId, campaign.id, lower],
		),
		gotSameText: await setOf(
			`select distinct lower(r.email) as email from campaign_recipients r
			where r.owner_id = $1 and lower(r.email) = any($2::text[]) and r.campaign_id = any($3::uuid[])
				and exists (select from campaign_messages m
					where m.owner_id = r.owner_id and m.recipient_id = r.id and m.state <> 'failed')`,
			[ownerId, lower, sameText],
		),
		conversations: new Set([...wrote, ...written]),
	};
}
