/**
 * Contact address of the operator: CONTACT_EMAIL, which the server writes into the page if set
 * (`src/server/http/site-pages.ts`). Null: none is published, and the contact form is the way to reach them.
 */
export function contactAddress(): string | null {
	return document.querySelector<HTMLMetaElement>('meta[name="contact-email"]')?.content || null;
}
