import { HOST_KINDS } from "../words/hosts.ts";
import type { ClassifierInput } from "./facts.ts";

export const HEADER_FEATURES = [
	"unsubscribe-link",
	"unsubscribe-mail",
	"unsubscribe-one-click",
	"unsubscribe-in-text",
	"list-id",
	"list-post",
	"list-unanswered",
	"precedence-bulk",
	"precedence-list",
	"feedback-id",
	"feedback-campaign",
	"feedback-notice",
	"auto-generated",
	"auto-replied",
	"campaign-header",
	"mailer-person",
	"mailer-campaign",
	"mailer-program",
	"sent-by-campaign-mailer",
	"sent-by-transaction-mailer",
	"sent-by-other",
	"return-path-empty",
	"return-path-bounce",
	"return-path-coded",
	"wrote-with-free-mail",
	"sender-header-other",
	"mailing-list-header",
	"reply",
	"attachment",
] as const;

export type HeaderFeature = (typeof HEADER_FEATURES)[number];

/** Features of the header: how the message was sent. Values are truncated before they are matched. */
export function noteHeader(
	facts: ClassifierInput,
	organizationOf: (host: string) => string,
	note: (feature: HeaderFeature) => void,
): void {
	const { headers } = facts;
	const value = (name: string): string => headers[name]?.slice(0, 250).toLowerCase() ?? "";
	noteList(facts, note);
	const precedence = value("precedence").trim();
	if (precedence === "bulk" || precedence === "junk") note("precedence-bulk");
	if (precedence === "list") note("precedence-list");
	if (headers["list-post"] !== undefined && !value("list-post").startsWith("no")) note("list-post");
	// RFC 2369 §3.4: a discussion list has a List-Post address; a list without one is announcement-only.
	else if (facts.listUnsubscribe !== null && facts.listUnsubscribe.listId !== null) note("list-unanswered");
	if (headers["x-mailing-list"] !== undefined || headers["x-loop"] !== undefined) note("mailing-list-header");
	const feedback = value("feedback-id") || value("x-feedback-id");
	if (feedback !== "") {
		note("feedback-id");
		if (/campaign|newsletter|market|promo|bulk|mailing|letter/.test(feedback)) note("feedback-campaign");
		if (/transaction|notif|notice|alert|receipt|order|system|account/.test(feedback)) note("feedback-notice");
	}
	const automatic = value("auto-submitted").trim();
	if (automatic.startsWith("auto-replied") || headers["x-autoreply"] !== undefined) note("auto-replied");
	else if (automatic !== "" && automatic !== "no") note("auto-generated");
	if (headers["x-campaign"] !== undefined || headers["x-campaignid"] !== undefined) note("campaign-header");
	noteProgram(value("x-mailer") || value("user-agent"), note);
	noteRoute(facts, value, organizationOf, note);
	if (facts.isReply) note("reply");
	if (facts.hasAttachments) note("attachment");
}

function noteList({ listUnsubscribe: list }: ClassifierInput, note: (feature: HeaderFeature) => void): void {
	if (list === null) return;
	if (list.urls.length > 0) note("unsubscribe-link");
	if (list.mailtos.length > 0) note("unsubscribe-mail");
	if (list.oneClick) note("unsubscribe-one-click");
	if (list.listId !== null) note("list-id");
	if (list.links.length > 0) note("unsubscribe-in-text");
}

const PEOPLES_PROGRAMS =
	/outlook|thunderbird|apple mail|iphone|ipad|android|mutt|evolution|kmail|mozilla|claws|sylpheed|pine|gnus|eudora|the bat|lotus notes|groupwise|k-9|fairemail|roundcube|squirrelmail|horde|webmail|mailspring|airmail|spark|bluemail|postbox|zimbra|exmh|vm |mew |wanderlust|lumail/;
const CAMPAIGN_PROGRAMS =
	/campaign|newsletter|mailchimp|listserv|mass|bulk|letter|phplist|acymail|sendy|mailpoet|ezine|e-mail-marketing|create send|icontact|lyris|ezmlm|majordomo|circular/;

function noteProgram(program: string, note: (feature: HeaderFeature) => void): void {
	if (program === "") return;
	if (CAMPAIGN_PROGRAMS.test(program)) note("mailer-campaign");
	else if (PEOPLES_PROGRAMS.test(program)) note("mailer-person");
	else note("mailer-program");
}

/** Features of the route, from Return-Path, Message-ID and Sender. */
function noteRoute(
	facts: ClassifierInput,
	value: (name: string) => string,
	organizationOf: (host: string) => string,
	note: (feature: HeaderFeature) => void,
): void {
	const own = organizationOf(facts.senderEmail.slice(facts.senderEmail.lastIndexOf("@") + 1).slice(0, 255));
	const path = value("return-path").trim();
	const pathAt = path.lastIndexOf("@");
	const pathHost = hostIn(path, pathAt);
	if (path === "<>") note("return-path-empty");
	else if (/^<?(?:[a-z0-9._-]*[-_.])?(?:bounces?|returns?|errors?|owner|msprvs1|prvs)(?:$|[^a-z])/.test(path))
		note("return-path-bounce");
	// The recipient is encoded in the return path, to identify bounces (VERP).
	if (pathAt > 45 || (pathAt > 0 && path.lastIndexOf("=", pathAt) > 0)) note("return-path-coded");
	const idHost = (facts.messageId ?? "").slice(-255).toLowerCase();
	const carriers = [pathHost, idHost.slice(idHost.lastIndexOf("@") + 1)].map(organizationOf);
	const kinds = carriers.map((carrier) => HOST_KINDS.get(carrier));
	if (kinds.includes("campaign-mailer")) note("sent-by-campaign-mailer");
	if (kinds.includes("transaction-mailer")) note("sent-by-transaction-mailer");
	if (pathHost !== "" && carriers[0] !== own) note("sent-by-other");
	if (kinds[1] === "free-mail") note("wrote-with-free-mail");
	const sender = value("sender");
	if (sender !== "" && organizationOf(hostIn(sender, sender.lastIndexOf("@"))) !== own) note("sender-header-other");
}

function hostIn(address: string, at: number): string {
	if (at < 0) return "";
	let end = at + 1;
	while (end < address.length && /[a-z0-9.-]/.test(address[end] as string)) end++;
	return address.slice(at + 1, end);
}
