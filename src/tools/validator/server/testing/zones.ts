import type { Zones } from "#test/dns/dns.ts";

/** Mail goes to a server that exists. */
const MX: [number, string] = [10, "mx.mail.test"];

const KEY = "v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=";

/** Domains that receive mail, and domains that do not, each for its own reason. */
export const zones: Zones = {
	"mx.mail.test": { A: "192.0.2.25", TTL: 300 },
	// The domains of a list share it: asked once, as its absence may be remembered.
	"_dmarc.test": { SOA: ["ns.test", "root.test", 1, 1, 1, 1, 60] },
	"_spf.mail.test": { TXT: "v=spf1 ip4:192.0.2.0/24 -all" },
	"good.test": { MX, TXT: "v=spf1 include:_spf.mail.test -all" },
	"_dmarc.good.test": { TXT: "v=DMARC1; p=reject" },
	"google._domainkey.good.test": { TXT: KEY },
	"plain.test": { MX },
	"two-spf.test": { MX, TXT: ["v=spf1 -all", "v=spf1 ~all"] },
	"own-selector.test": { MX },
	"x2026._domainkey.own-selector.test": { TXT: KEY },
	"null-mx.test": { MX: [0, "."] },
	"nothing.test": { TXT: "no mail here" },
	"a-only.test": { A: "192.0.2.1" },
	"dead-mx.test": { MX: [10, "gone.mail.test"] },
	"slow-mx.test": { MX: [10, "mx.servfail.test"] },
	"spf-fails.test": { MX },
	"_domainkey.spf-fails.test": "servfail",
	"servfail.test": "servfail",
	"refused.test": "refused",
	"mailinator.com": { MX },
	"gmail.com": { MX },
	"duck.com": { MX },
	"gamil.com": { MX },
	"xn--bcher-kva.test": { MX },
	"blocked.test": { MX },
	"operator-blocked.test": { MX },
};
