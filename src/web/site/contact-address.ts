import { addresses } from "./content.ts";

/** CONTACT_EMAIL, which the server writes into the page if set (`src/server/http/site-pages.ts`). */
function fromServer(): string | null {
	return document.querySelector<HTMLMetaElement>('meta[name="contact-email"]')?.content || null;
}

/** Contact address of the operator. */
export function contactAddress(kind: "support" | "sales"): string {
	return fromServer() ?? addresses[kind];
}
