import { contactAddress } from "./contact-address.ts";
import { SiteLink } from "./host.tsx";
import { t } from "./text.ts";

/** How to write to the operator by email, if they give an address. */
export function MailAddress() {
	const address = contactAddress();
	if (address === null) return null;
	return (
		<>
			{t.legal.at}{" "}
			<a href={`mailto:${address}`} className="rounded-1 text-accent underline underline-offset-4">
				{address}
			</a>{" "}
			{t.legal.or}
		</>
	);
}

/** The link to the contact form. */
export function Contact() {
	return (
		<SiteLink to="/contact" className="rounded-1 text-accent underline underline-offset-4">
			{t.legal.contactForm}
		</SiteLink>
	);
}
