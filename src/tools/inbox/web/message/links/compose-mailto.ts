import { readMailto } from "#shared/mail/mailto.ts";
import { compose } from "#web/lib/passing/compose.ts";

/** Opens a composer for a `mailto:` link. @returns whether it was one */
export function composeTo(href: string): boolean {
	if (!/^mailto:/i.test(href)) return false;
	compose({ kind: "new", ...readMailto(href) });
	return true;
}
