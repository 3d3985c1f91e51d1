import type { CheckState } from "./contract.ts";
import type { CheckId } from "./scoring.ts";

/** Names of checks and states, on screens and in notices by email. */

export const checkNames: Record<CheckId, string> = {
	mx: "MX records",
	spf: "SPF",
	dkim: "DKIM",
	dmarc: "DMARC",
	blacklists: "Blacklists",
	"domain-age": "Domain age",
	"look-alike": "Look-alikes",
	provider: "Provider",
	"own-mail": "Your mail",
	"reverse-dns": "Reverse DNS",
	"mta-sts": "MTA-STS",
	"tls-rpt": "TLS reports",
	dnssec: "DNSSEC",
	dane: "DANE",
	bimi: "BIMI",
};

export const stateNames: Record<CheckState, string> = {
	pass: "Passed",
	warn: "Warning",
	fail: "Failed",
	not_checked: "Not checked",
	error: "Error",
};
