import { addressOf, type ParsedAddress, parseAddress, type SyntaxProblem, storedAddress } from "#kernel/addresses.ts";
import type { MailContext } from "#kernel/module.ts";
import { createSeenSelectors } from "#kernel/own-mail.ts";
import { readSettings } from "#kernel/settings.ts";
import { abortable } from "#shared/abortable.ts";
import { withoutUnseen } from "#shared/mail/address-key.ts";
import { suggestDomain } from "#shared/mail/meant-domain.ts";
import type { DetailedVerdict } from "../contract.ts";
import { deliverableOf, isValid, meaningOf } from "../reasons.ts";
import { validatorSettings } from "../settings.ts";
import { addressChecks, findingOf, flagsOf, type OwnMailFinding } from "./address-checks.ts";
import { checkDomain, type DomainFacts } from "./domain/check-domain.ts";
import { createLoader } from "./loader.ts";
import { type OwnMail, readOwnMail } from "./own-mail.ts";
import { createProber, type Prober } from "./smtp/prober.ts";
import type { ProbeResult } from "./smtp/store.ts";
import { isProbeable, reasonOf, scoreOf } from "./verdict.ts";

/** A verdict with what is stored of it. */
export interface Outcome {
	verdict: DetailedVerdict;
	/** As stored: see `storedAddress`. */
	address: string;
	ownMail: OwnMailFinding | null;
	/** What its mail server said; null: it was not asked. */
	probe: ProbeResult | null;
	/** The evidence about the domain; null: none was collected. */
	domain: DomainFacts | null;
}

/** Validates the addresses of one list of a user. Each domain is looked up once. */
export interface Validator {
	/** @throws the signal's reason */
	validate(entry: string, signal?: AbortSignal): Promise<Outcome>;
}

/** Domains whose facts a list keeps. */
const MAX_DOMAINS = 5_000;
/** After that time a domain is looked up again; the DNS cache then knows which answers are still valid. */
const KEPT_MS = 10 * 60_000;
/** What failed is asked again sooner. */
const FAILURE_KEPT_MS = 10_000;

type Context = Pick<MailContext, "database" | "net" | "config" | "now">;

/**
 * @param options.since mail servers are asked again where they answered before
 * @throws AppError when the settings can't be read
 */
export async function createValidator(
	ctx: Context,
	ownerId: string,
	{ since }: { since?: Date | undefined } = {},
): Promise<Validator> {
	const { database } = ctx;
	const { blockedDomains, checkMailboxes } = await readSettings(database, { ownerId }, validatorSettings);
	return assemble(ctx, {
		blockedDomains,
		prober: checkMailboxes ? createProber(ctx, ownerId, since) : null,
		selectorsOf: await createSeenSelectors(database, ownerId),
		ownMailOf: createLoader((addresses: readonly string[]) => readOwnMail(database, ownerId, addresses)),
	});
}

/** Without a user: what their mail knows is left out. */
export function createDnsValidator(ctx: Omit<Context, "database">): Validator {
	const nothing: OwnMail = { lastWrote: null, bounce: null, suppressed: null };
	return assemble(ctx, {
		...{ blockedDomains: [], prober: null, selectorsOf: async () => [], ownMailOf: async () => nothing },
	});
}

/** What a validator knows about its user. */
interface Known {
	blockedDomains: readonly string[];
	/** DKIM selectors of mail that was received from a domain. */
	selectorsOf(domain: string): Promise<string[]>;
	ownMailOf(address: string): Promise<OwnMail>;
	/** Null: mail servers are not asked. */
	prober: Prober | null;
}

function assemble(
	ctx: Omit<Context, "database">,
	{ blockedDomains, selectorsOf, ownMailOf, prober }: Known,
): Validator {
	const { net, now } = ctx;
	const blocked = new Set([...blockedDomains, ...ctx.config.blockedDomains]);
	const domains = createDomainMemo(async (domain) =>
		checkDomain({ dns: net.dns, domain, selectors: await selectorsOf(domain), now }),
	);

	async function validateParsed(entry: string, address: ParsedAddress, signal?: AbortSignal): Promise<Outcome> {
		const email = addressOf(entry);
		const host = address.domain?.ascii ?? null;
		const isBlocked = host !== null && isBelow(host, blocked);
		const asked = Promise.all([
			host === null || isBlocked || !host.includes(".") ? null : domains(host, now()),
			ownMailOf(storedAddress(address).toLowerCase()),
		]);
		// Others may wait for the domain, too: what was asked about it is not canceled.
		const [facts, mail] = await (signal === undefined ? asked : abortable(asked, signal));
		const flags = flagsOf(address);
		// A byte order mark belongs to the file.
		if (withoutUnseen(entry) !== entry.replace(/^\ufeff/, "")) flags.push("repaired");
		const found = { address, flags, isBlocked, domain: facts, ownMail: mail, now: now() };
		const probe =
			prober !== null && facts !== null && isProbeable(found)
				? await prober.probe({ address: storedAddress(address), domain: facts.domain, hosts: facts.hosts }, signal)
				: null;
		if (probe?.outcome === "accepted") flags.push("mailbox-confirmed");
		const known = { ...found, probe };
		const reason = reasonOf(known);
		const meaning = meaningOf(reason);
		if (reason === "known-contact") flags.push("wrote-to-you");
		const ownMail = findingOf(mail);
		const checkedAt = new Date(now()).toISOString();
		return {
			...{ address: storedAddress(address), ownMail, probe, domain: facts },
			verdict: {
				...{ email, status: meaning.status, valid: isValid(meaning.status), reason },
				...{ deliverable: deliverableOf(reason, flags), risk: meaning.risk, domain: host },
				...{ mxRecord: facts?.mx ?? null, spfValid: facts?.spf ?? null, dkimValid: facts?.dkim ?? null },
				score: scoreOf(reason, meaning.status === "invalid", known),
				suggestion: suggestionFor(address, meaning.status === "invalid" && !isBlocked),
				...{ flags, checkedAt },
				checks: checksOf({ host, flags, isBlocked, facts, ownMail, probe, checkedAt }),
			},
		};
	}

	return {
		async validate(entry, signal) {
			const email = addressOf(entry);
			const address = parseAddress(email);
			return typeof address === "string"
				? badSyntax(email, address, new Date(now()).toISOString())
				: validateParsed(entry, address, signal);
		},
	};
}

interface CheckFacts {
	host: string | null;
	flags: ReturnType<typeof flagsOf>;
	isBlocked: boolean;
	facts: DomainFacts | null;
	ownMail: OwnMailFinding | null;
	probe: ProbeResult | null;
	checkedAt: string;
}

function checksOf(known: CheckFacts): DetailedVerdict["checks"] {
	const { host, flags, isBlocked, facts, ownMail, probe, checkedAt } = known;
	const [syntax, ...others] = addressChecks({ problem: null, flags, ownMail, probe, checkedAt });
	const domain = domainChecks(host, isBlocked, checkedAt);
	return [...(syntax ? [syntax] : []), ...(facts?.checks ?? domain), ...others];
}

/** In place of what the DNS would say. */
export function domainChecks(host: string | null, isBlocked: boolean, checkedAt: string): DetailedVerdict["checks"] {
	const detail = isBlocked
		? `${host} is on the list of blocked domains.`
		: host === null
			? "The address has an IP address in place of a domain."
			: "A domain that receives email has a dot.";
	const state = isBlocked || host !== null ? "fail" : "warn";
	return [{ name: "domain", state, detail, durationMs: 0, source: null, checkedAt }];
}

function badSyntax(email: string, problem: SyntaxProblem, checkedAt: string): Outcome {
	const { status, deliverable, risk } = meaningOf("syntax");
	return {
		...{ address: email, ownMail: null, probe: null, domain: null },
		verdict: {
			...{ email, status, valid: false, reason: "syntax", deliverable, risk, domain: null, mxRecord: null },
			...{ spfValid: null, dkimValid: null, score: 0, suggestion: null, flags: [], checkedAt },
			checks: addressChecks({ problem, flags: [], ownMail: null, probe: null, checkedAt }),
		},
	};
}

/** Domains that look like a typing mistake often receive mail, too: of others, or to collect what goes astray. */
function suggestionFor({ local, domain }: ParsedAddress, isDead: boolean): string | null {
	const meant = domain === null ? null : suggestDomain(domain.ascii, isDead);
	return meant === null ? null : `${local}@${meant}`;
}

function isBelow(domain: string, list: ReadonlySet<string>): boolean {
	const labels = domain.split(".");
	return labels.some((_, index) => list.has(labels.slice(index).join(".")));
}

/** Looks each domain up once, also while the lookup is in progress; the least recently used are dropped. */
function createDomainMemo(look: (domain: string) => Promise<DomainFacts>) {
	const known = new Map<string, { facts: Promise<DomainFacts>; until: number }>();
	return (domain: string, now: number): Promise<DomainFacts> => {
		const found = known.get(domain);
		known.delete(domain);
		if (found !== undefined && now < found.until) {
			known.set(domain, found);
			return found.facts;
		}
		const entry = { facts: look(domain), until: now + KEPT_MS };
		known.set(domain, entry);
		entry.facts.then(
			({ mail }) => {
				if (mail === "failed") entry.until = Math.min(entry.until, now + FAILURE_KEPT_MS);
			},
			() => known.get(domain) === entry && known.delete(domain),
		);
		const [oldest] = known.keys();
		if (known.size > MAX_DOMAINS && oldest !== undefined) known.delete(oldest);
		return entry.facts;
	};
}
