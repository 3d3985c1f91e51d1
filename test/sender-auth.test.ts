import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createDns } from "#server/platform/net/dns/dns.ts";
import { startDns, type TestDns, type Zones } from "#test/dns/dns.ts";
import { randomNumbers } from "#test/random-numbers.ts";
import type { CheckId } from "#tools/spam-analyzer/scoring.ts";
import { findersOf, findInTime } from "#tools/spam-analyzer/server/finders.ts";
import { testLookup } from "#tools/spam-analyzer/server/testing/lookup.ts";
import { zones as analyzed } from "#tools/spam-analyzer/server/testing/zones.ts";
import { checkDomain } from "#tools/validator/server/domain/check-domain.ts";
import { zones as validated } from "#tools/validator/server/testing/zones.ts";

/** The tools that ask about a domain's SPF, DKIM and DMARC give one answer. A campaign's check reads the analyzer's. */

const GENERATED = 200;
const MX: [number, string] = [10, "mx.mail.test"];
const key = (bits: number) => {
	const { publicKey } = generateKeyPairSync("rsa", { modulusLength: bits });
	return `v=DKIM1; k=rsa; p=${publicKey.export({ type: "spki", format: "der" }).toString("base64")}`;
};
const [good, weak, short] = [2_048, 1_024, 512].map(key) as [string, string, string];

const terms = [
	...["mx", "a", "ip4:192.0.2.1", "ip6:2001:db8::/32", "ptr", "include:_spf.mail.test", "include:none.mail.test"],
	...["include:loop.mail.test", "include:many.mail.test", "include:fails.mail.test", "exists:%{i}.list.mail.test"],
	...["include=_spf.mail.test", "ip4:999.0.0.1", "x-other=1", "exp=why.mail.test"],
];
const ends = ["-all", "~all", "?all", "+all", "all", "", "redirect=_spf.mail.test", "redirect=none.mail.test"];
const policies = [
	...["v=DMARC1; p=none", "v=DMARC1; p=quarantine", "v=DMARC1; p=reject", "v=DMARC1; p=reject; t=y", "v=DMARC1"],
	...["v=DMARC1; rua=mailto:a@mail.test", "v=DMARC1; p=none; sp=reject", "v=DMARC1; p=reject; psd=y", "p=reject"],
	...["v=DMARC1; p=reject; psd=n", "v=DMARC1;p=quarantine;pct=20", "V=DMARC1; p=reject", "v=DMARC1; p=wrong"],
];
const keys = [
	good,
	weak,
	short,
	"v=DKIM1; p=",
	"v=DKIM1; k=rsa; p=AAAA",
	"k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=",
];
const selectors = ["google", "default", "mx", "not-common"];

function generate(seed: number): { zones: Zones; domains: string[] } {
	const pick = randomNumbers(seed);
	const of = <T>(list: readonly T[]): T => list[pick(list.length)] as T;
	const some = <T>(list: readonly T[], most: number): T[] => Array.from({ length: pick(most + 1) }, () => of(list));
	const zones: Zones = {
		"mx.mail.test": { A: "192.0.2.25" },
		"_spf.mail.test": { TXT: "v=spf1 ip4:192.0.2.0/24 -all" },
		"none.mail.test": { TXT: "no record" },
		"loop.mail.test": { TXT: "v=spf1 include:loop.mail.test -all" },
		"many.mail.test": { TXT: `v=spf1 ${"a:mx.mail.test ".repeat(8)}-all` },
		"fails.mail.test": "servfail",
	};
	const domains: string[] = [];
	for (let at = 0; at < GENERATED; at++) {
		const parent = `d${at}.test`;
		const domain = pick(3) === 0 ? `news.${parent}` : parent;
		domains.push(domain);
		const records = some([0], 2).map(() => ["v=spf1", ...some(terms, 4), of(ends)].join(" ").trim());
		zones[domain] = { MX, ...(records.length === 0 ? {} : { TXT: records }) };
		for (const name of new Set([domain, parent])) {
			const texts = some(policies, pick(4) === 0 ? 2 : 1);
			if (texts.length > 0) zones[`_dmarc.${name}`] = pick(10) === 0 ? "servfail" : { TXT: texts };
		}
		for (const selector of new Set(some(selectors, 2)))
			zones[`${selector}._domainkey.${domain}`] = pick(8) === 0 ? "servfail" : { TXT: of(keys) };
		if (pick(10) === 0) zones[`_domainkey.${domain}`] = "servfail";
	}
	return { zones, domains };
}

const SEED = 7;
const generated = generate(SEED);
const zones: Zones = { ...validated, ...analyzed, ...generated.zones };
const domains = [
	...generated.domains,
	...Object.keys(zones).filter(
		(name) => !name.startsWith("_") && typeof zones[name] === "object" && "MX" in zones[name],
	),
];

let dns: TestDns;
beforeAll(async () => {
	dns = await startDns(zones);
});
afterAll(() => dns.close());

async function byAnalyzer(domain: string): Promise<Record<string, string>> {
	const newLookup = () => testLookup({ servers: [dns.server] });
	const lists = { domains: [], addresses: [] };
	const { finders } = findersOf(
		{ sender: { domain, address: null }, selectors: [], known: [], mail: null, zones: lists },
		{ contactsMailServers: false, allowPrivateHosts: true, now: 0, rdapServers: () => Promise.reject(new Error()) },
		newLookup,
	);
	const stateOf = async (id: CheckId) => {
		const lookup = newLookup();
		const timeout = AbortSignal.timeout(60_000);
		const { state } = await findInTime(() => finders[id](lookup), { lookup, timeout, timeoutMs: 60_000 });
		return [id, state.replace("_", "-")];
	};
	return Object.fromEntries(await Promise.all((["spf", "dkim", "dmarc"] as const).map(stateOf)));
}

/** @returns null for a domain that receives no mail: an address there is invalid, whatever else is published */
async function byValidator(domain: string): Promise<Record<string, string> | null> {
	const asked = createDns({ servers: [dns.server], timeoutsMs: [500] });
	const { checks, mail } = await checkDomain({ dns: asked, domain, selectors: [], now: () => 0 });
	if (mail !== "mx") return null;
	const wanted = checks.filter(({ name }) => ["spf", "dkim", "dmarc"].includes(name));
	return Object.fromEntries(wanted.map(({ name, state }) => [name, state]));
}

it(`agrees about ${domains.length} domains (seed ${SEED})`, async () => {
	const seen = new Set<string>();
	for (const domain of domains) {
		const validator = await byValidator(domain);
		if (validator === null) continue;
		const analyzer = await byAnalyzer(domain);
		expect(validator, domain).toEqual(analyzer);
		for (const [id, state] of Object.entries(analyzer)) seen.add(`${id} ${state}`);
	}
	// Each state came up.
	expect([...seen].sort()).toEqual([
		...["dkim error", "dkim fail", "dkim not-checked", "dkim pass", "dkim warn"],
		...["dmarc error", "dmarc fail", "dmarc pass", "dmarc warn"],
		...["spf error", "spf fail", "spf pass", "spf warn"],
	]);
});
