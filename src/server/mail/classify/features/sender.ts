import { foldText } from "#shared/search/tokens.ts";
import { HOST_KINDS, LIST_LABELS, NOTICE_LABELS, SENDING_LABELS } from "../words/hosts.ts";
import { LOCAL_PARTS, type LocalKind } from "../words/local-parts.ts";
import { isPublicBody } from "../words/public-bodies.ts";
import { TOPIC_WORDS } from "../words/topics.ts";
import type { ClassifierInput } from "./facts.ts";

export const SENDER_FEATURES = [
	"sender-machine",
	"sender-news",
	"sender-offers",
	"sender-notices",
	"sender-office",
	"sender-digits",
	"sender-long",
	"name-empty",
	"name-single",
	"name-person",
	"name-long",
	"name-in-address",
	"name-of-domain",
	"name-shouts",
	"name-address",
	"name-host",
	"name-via",
	"name-divided",
	"name-news",
	"name-offers",
	"name-notices",
	"name-team",
	"host-network",
	"host-free-mail",
	"host-forum",
	"host-code",
	"host-mailer",
	"host-sending",
	"host-notices",
	"host-lists",
	"host-government",
	"host-school",
	"host-organization",
	"host-election",
	"reply-elsewhere",
	"reply-token",
	"to-sender",
	"same-organisation",
	"recipients-none",
	"recipients-several",
	"recipients-many",
] as const;

export type SenderFeature = (typeof SENDER_FEATURES)[number];

/** Features of the sender and the recipients. @param organizationOf returns the registrable domain of a host */
export function noteSender(
	facts: ClassifierInput,
	organizationOf: (host: string) => string,
	note: (feature: SenderFeature) => void,
): void {
	const at = facts.senderEmail.lastIndexOf("@");
	const local = facts.senderEmail.slice(0, Math.max(0, at)).slice(0, 80);
	const host = facts.senderEmail.slice(at + 1).slice(0, 255);
	const organisation = organizationOf(host);
	noteLocalPart(local, note);
	noteHost(host, organisation, isPublicBody(host, facts.senderName.slice(0, 80).trim()), note);
	noteName(facts.senderName.slice(0, 80), local, organisation, note);
	noteReplyTo(facts, organisation, organizationOf, note);
	if (facts.recipients === 0) note("recipients-none");
	else if (facts.recipients > 12) note("recipients-many");
	else if (facts.recipients > 1) note("recipients-several");
	if (facts.isToSender) note("to-sender");
	else if (facts.isToSenderHost && HOST_KINDS.get(organisation) !== "free-mail") note("same-organisation");
}

function noteLocalPart(local: string, note: (feature: SenderFeature) => void): void {
	const kinds = new Set<LocalKind>();
	const add = (word: string): void => {
		const kind = LOCAL_PARTS.get(word);
		if (kind !== undefined) kinds.add(kind);
	};
	add(local);
	const words = local.split(/[^a-z]+/);
	for (const word of words) add(word);
	// no_reply, do.not.reply
	if (words.length > 1) {
		add(words.join(""));
		add(words.slice(0, 2).join(""));
		add(words.slice(0, 3).join(""));
		add(words.slice(-2).join(""));
	}
	for (const kind of kinds) note(`sender-${kind}`);
	let digits = 0;
	for (let i = 0; i < local.length; i++) {
		const code = local.charCodeAt(i);
		if (code >= 48 && code <= 57) digits++;
	}
	if (digits >= 5) note("sender-digits");
	if (local.length > 24) note("sender-long");
}

const SCHOOL = /(?:^|\.)(?:edu|ac|sch)(?:\.[a-z]{2})?$|^(?:.+\.)?(?:uni|univ|tu|fh|hs)-[a-z]/;
/** Candidates and parties who stand for election. */
const ELECTION =
	/for(?:congress|senate|senator|governor|mayor|president|house|delegate|assembly|council|america|us|usa|the(?:future|people|win))\b|20[2-4]\d\b|elect[a-z]|^vote|campaign|\.vote$/;

function noteHost(
	host: string,
	organisation: string,
	isGovernment: boolean,
	note: (feature: SenderFeature) => void,
): void {
	const kind = HOST_KINDS.get(organisation);
	if (kind === "network") note("host-network");
	else if (kind === "free-mail") note("host-free-mail");
	else if (kind === "forum-host") note("host-forum");
	else if (kind === "code-host") note("host-code");
	else if (kind !== undefined) note("host-mailer");
	const isPublic = isGovernment || SCHOOL.test(host);
	if (isGovernment) note("host-government");
	else if (SCHOOL.test(host)) note("host-school");
	else if (!ELECTION.test(organisation) && /\.(?:org|ngo|ong)(?:\.[a-z]{2})?$/.test(organisation))
		note("host-organization");
	if (ELECTION.test(organisation)) note("host-election");
	if (host.length <= organisation.length) return;
	const label = host.slice(0, host.indexOf("."));
	// Public bodies send what they publish from such hosts, too.
	if (SENDING_LABELS.has(label) && !isPublic) note("host-sending");
	if (NOTICE_LABELS.has(label)) note("host-notices");
	if (LIST_LABELS.has(label)) note("host-lists");
}

function noteName(name: string, local: string, organisation: string, note: (feature: SenderFeature) => void): void {
	const words = name.split(/[\s,]+/).filter((word) => word !== "");
	if (words.length === 0) note("name-empty");
	if (words.length === 0) return;
	if (name.includes("@")) note("name-address");
	else if (/\.[a-z]{2,6}\b/i.test(name)) note("name-host");
	if (/\s(?:via|at|from|bei|på|chez|@|über)\s/i.test(name)) note("name-via");
	if (/[|:–—]|\s-\s|, /.test(name)) note("name-divided");
	if (name.length > 4 && name === name.toUpperCase() && name !== name.toLowerCase()) note("name-shouts");
	if (words.length === 1) note("name-single");
	else if (words.length > 3) note("name-long");
	const folded = words.map(foldText);
	const kinds = noteNameWords(folded, note);
	const label = organisation.slice(0, organisation.indexOf("."));
	const joined = folded.join("").replace(/[^\p{L}\p{N}]/gu, "");
	const isOfDomain =
		label.length > 2 && joined.length > 2 && (joined.includes(label.replaceAll("-", "")) || label.includes(joined));
	if (isOfDomain) note("name-of-domain");
	if (folded.some((word) => word.length > 2 && local.includes(word) && !LOCAL_PARTS.has(word))) note("name-in-address");
	const isPerson = words.length > 1 && words.length < 4 && words.every((word) => /^\p{Lu}[\p{L}'’.-]*$/u.test(word));
	if (isPerson && kinds === 0 && !isOfDomain) note("name-person");
}

/** @returns how many words indicate that the sender is not a person */
function noteNameWords(words: readonly string[], note: (feature: SenderFeature) => void): number {
	const found = new Set<SenderFeature>();
	for (const word of words) {
		const topics = TOPIC_WORDS.get(word);
		const kind = LOCAL_PARTS.get(word);
		if (topics?.includes("news") === true || kind === "news") found.add("name-news");
		if (topics?.includes("offer") === true || kind === "offers") found.add("name-offers");
		if (topics?.includes("notice") === true || kind === "notices" || kind === "machine") found.add("name-notices");
		if (kind === "office") found.add("name-team");
	}
	for (const feature of found) note(feature);
	return found.size;
}

function noteReplyTo(
	{ replyTo, senderEmail }: ClassifierInput,
	organisation: string,
	organizationOf: (host: string) => string,
	note: (feature: SenderFeature) => void,
): void {
	if (replyTo === "" || replyTo === senderEmail) return;
	const at = replyTo.lastIndexOf("@");
	if (organizationOf(replyTo.slice(at + 1).slice(0, 255)) !== organisation) note("reply-elsewhere");
	if (at > 28) note("reply-token");
}
