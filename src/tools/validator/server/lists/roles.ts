/**
 * Local parts that belong to a function, not a person: those of RFC 2142, and those that mailing services refuse or
 * filter.
 */
const ROLES = new Set(
	`abuse accounting accounts admin administrator admissions advertising all-staff alumni bewerbung billing board booking
	bookings buchhaltung careers com compliance contact contacto contact-us customercare customer-service customerservice
	datenschutz devnull dev dns donotreply do-not-reply editor editorial enquiries enquiry everyone events feedback finance
	ftp hello help helpdesk hilfe hostmaster hr ideas impressum info information inquiries inquiry investorrelations invoice
	invoices it jobs kontakt legal list list-request mail mailer-daemon mailbox maintenance marketing media moderator news
	newsletter nobody noc no-reply noreply null office operations ops orders orders-support owner payments postmaster
	presse press privacy procurement purchasing recruiting recruitment registrar reply request returns root rrhh sales
	security service services shipping spam sponsorship staff store subscribe support sysadmin tech technical team
	ticket tickets undisclosed-recipients unsubscribe usenet uucp vendor vendors ventas vertrieb webadmin webmaster
	welcome www`.split(/\s+/),
);

/** Whether an address belongs to a function, such as sales@. @param localText without quotes */
export function isRole(localText: string): boolean {
	const name = (localText.split("+", 1)[0] ?? "").toLowerCase();
	return ROLES.has(name);
}
