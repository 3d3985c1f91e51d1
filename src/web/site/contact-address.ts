import { addresses } from "./content.ts";

/** The server writes CONTACT_EMAIL into the page where it is set (`src/server/http/site-pages.ts`). */
function fromServer(): string | null {
	return document.querySelector<HTMLMetaElement>('meta[name="contact-email"]')?.content || null;
}

/** Where people reach the operator. */
export function contactAddress(kind: "support" | "sales"): string {
	return fromServer() ?? addresses[kind];
}
