import { getDomain } from "tldts";
import { HOST_KINDS } from "../classify/words/hosts.ts";

/** The registrable domain of a mail domain; empty for mail providers that anybody can have an address at. */
export function organizationOf(domain: string): string {
	const registrable = getDomain(domain) ?? domain;
	return HOST_KINDS.get(registrable) === "free-mail" || HOST_KINDS.get(domain) === "free-mail" ? "" : registrable;
}
