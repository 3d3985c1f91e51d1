import { getDomain } from "tldts";

/** The part of a name that somebody registered, by the Public Suffix List: `em1.news.example.co.uk` → `example.co.uk`. Null: none. */
export function registrableDomain(name: string): string | null {
	return getDomain(name, { allowPrivateDomains: true });
}
