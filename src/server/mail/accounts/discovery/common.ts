import type { Discovered } from "#shared/contracts/accounts.ts";
import { type CommonProvider, commonProviders } from "./common-providers.ts";
import type { Address, Found } from "./result.ts";

const byDomain = new Map(commonProviders.flatMap((one) => one.domains.map((domain) => [domain, one])));
const byHost = new Map(commonProviders.flatMap((one) => (one.imap === null ? [] : [[one.imap.host, one]])));

/** The provider that owns an address's domain. */
export function providerOf(domain: string): CommonProvider | null {
	return byDomain.get(domain) ?? null;
}

/** The provider that hosts a domain, by its MX records. */
export function providerByMx(exchangers: readonly string[]): CommonProvider | null {
	const names = exchangers.map((name) => name.replace(/\.$/, "").toLowerCase());
	const hostsDomain = (one: CommonProvider): boolean =>
		one.mx?.some((end) => names.some((name) => name === end || name.endsWith(`.${end}`))) ?? false;
	return commonProviders.find(hostsDomain) ?? null;
}

export function presented(provider: CommonProvider, { email, local }: Address): Discovered {
	const { imap, smtp, localPart } = provider;
	const username = localPart === undefined ? email : local;
	return {
		source: "common",
		providerName: provider.name,
		imap,
		smtp: smtp && { ...smtp, username: localPart === "imap" ? email : null },
		sieve: null,
		username: imap === null ? null : username,
		appPassword: provider.appPassword ?? null,
		note: provider.note ?? null,
	};
}

/** Adds what the table knows about servers found elsewhere: the provider's name, whether an app password is needed. */
export function withKnown(found: Found, address: Address): Discovered {
	const provider = found.imap === null ? undefined : byHost.get(found.imap.host);
	if (provider === undefined) return { ...found, appPassword: null };
	const known = presented(provider, address);
	return {
		...found,
		providerName: found.providerName ?? known.providerName,
		username: found.source === "srv" ? known.username : found.username,
		appPassword: known.appPassword,
		note: found.note ?? known.note,
	};
}
