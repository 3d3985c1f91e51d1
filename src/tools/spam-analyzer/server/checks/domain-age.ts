import { getDomain, getPublicSuffix } from "tldts";
import type { MailContext } from "#kernel/module.ts";
import { NoAnswer } from "#kernel/sender-auth.ts";
import type { Lookup } from "../lookup.ts";
import { type Finding, notChecked } from "./finding.ts";

const DAY = 24 * 3_600_000;
/** The file changes rarely. */
const BOOTSTRAP_MS = DAY;
/** Most domains of phishing are used within weeks of their registration. */
const NEW_DAYS = 30;
const YOUNG_DAYS = 180;
const MAX_BYTES = 2 * 1024 * 1024;

/** RDAP servers by top-level domain. */
export type RdapServers = ReadonlyMap<string, string>;

/** Remembers the bootstrap file of a process for a day. */
function createRdapServers(url: string, now: () => number): (lookup: Lookup) => Promise<RdapServers> {
	let known: { servers: RdapServers; until: number } | null = null;
	return async (lookup) => {
		if (known !== null && now() < known.until) return known.servers;
		const reply = await lookup.get(url, { maxBytes: MAX_BYTES, maxRedirects: 3, accept: "application/json" });
		const servers = reply.status === 200 ? readBootstrap(reply.body) : new Map<string, string>();
		if (servers.size === 0) throw new NoAnswer("The list of RDAP servers can't be read.");
		known = { servers, until: now() + BOOTSTRAP_MS };
		return servers;
	};
}

const byDatabase = new WeakMap<object, ReturnType<typeof createRdapServers>>();

/** The RDAP servers of a server process, which requests and schedules share. */
export function rdapServersOf({ database, config, now }: Pick<MailContext, "database" | "config" | "now">) {
	const servers = byDatabase.get(database) ?? createRdapServers(config.rdapBootstrapUrl, now);
	byDatabase.set(database, servers);
	return servers;
}

function readBootstrap(body: Uint8Array): Map<string, string> {
	const services = fieldOf(parse(body), "services");
	const servers = new Map<string, string>();
	for (const service of Array.isArray(services) ? services : []) {
		const [names, urls] = Array.isArray(service) ? service : [];
		if (!Array.isArray(names) || !Array.isArray(urls)) continue;
		const url = urls.map(String).find((one) => one.startsWith("https:")) ?? urls.map(String)[0];
		if (url !== undefined)
			for (const name of names) servers.set(String(name).toLowerCase(), url.endsWith("/") ? url : `${url}/`);
	}
	return servers;
}

export interface DomainAge extends Finding {
	/** Null: not known. */
	days: number | null;
}

/** When the domain was registered, as its registry says over RDAP (RFC 9083). */
export async function checkDomainAge(
	lookup: Lookup,
	domain: string,
	{ serversOf, now }: { serversOf: (lookup: Lookup) => Promise<RdapServers>; now: number },
): Promise<DomainAge> {
	const registrable = getDomain(domain, { allowPrivateDomains: false }) ?? domain;
	const suffix = getPublicSuffix(domain) ?? domain;
	const servers = await serversOf(lookup);
	const topLevel = suffix.split(".").at(-1) ?? "";
	const server = servers.get(suffix) ?? servers.get(topLevel);
	if (server === undefined) return { ...notChecked(`The registry of .${topLevel} has no RDAP server.`), days: null };
	const reply = await lookup.get(`${server}domain/${registrable}`, {
		...{ maxBytes: MAX_BYTES, maxRedirects: 3, accept: "application/rdap+json, application/json" },
	});
	if (reply.status === 404) return { state: "fail", detail: `The registry does not know ${registrable}.`, days: null };
	if (reply.status !== 200) throw new NoAnswer(`The registry answered with HTTP ${reply.status}.`);
	const registered = registrationOf(parse(reply.body));
	if (registered === null || registered > now + DAY)
		return { ...notChecked("The registry does not say when the domain was registered."), days: null };
	return judgeAge(registrable, Math.max(0, Math.floor((now - registered) / DAY)), registered);
}

/** @param registered epoch milliseconds */
function judgeAge(domain: string, days: number, registered: number): DomainAge {
	const date = new Date(registered).toISOString().slice(0, 10);
	const detail = `${domain} was registered on ${date}, ${days} ${days === 1 ? "day" : "days"} ago.`;
	if (days < NEW_DAYS) return { state: "fail", detail, fix: "Be careful with domains this new.", days };
	if (days < YOUNG_DAYS) return { state: "warn", detail, days };
	return { state: "pass", detail, days };
}

function registrationOf(reply: unknown): number | null {
	const events = fieldOf(reply, "events");
	if (!Array.isArray(events)) return null;
	const event = events.find((one) => fieldOf(one, "eventAction") === "registration");
	const time = Date.parse(String(fieldOf(event, "eventDate")));
	return Number.isNaN(time) ? null : time;
}

/** @throws NoAnswer */
function parse(body: Uint8Array): unknown {
	try {
		return JSON.parse(Buffer.from(body).toString("utf8"));
	} catch {
		throw new NoAnswer("The reply is not JSON.");
	}
}

function fieldOf(value: unknown, name: string): unknown {
	return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
