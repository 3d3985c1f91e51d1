import { Clock, type LucideIcon, Mail, MapPin } from "lucide-react";
import type { ReactNode } from "react";
import { contactAddress } from "./contact-address.ts";
import { ContactForm } from "./contact-form.tsx";
import { addresses } from "./content.ts";
import { SitePage } from "./site-page.tsx";
import { t } from "./text.ts";

/** How to reach the operator of this installation. */
export default function ContactPage() {
	const address = contactAddress();
	return (
		<SitePage title={t.contact.contact} text={t.contact.introduction(addresses.reply)}>
			<div className="grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
				<ContactForm />
				<ul className="flex flex-col">
					<Way icon={Mail} title={t.contact.support}>
						<MailLink address={address} />
						<p className="text-13 text-ink-3">{t.contact.supportHint}</p>
					</Way>
					<Way icon={Mail} title={t.contact.sales}>
						<MailLink address={address} />
						<p className="text-13 text-ink-3">{t.contact.salesHint}</p>
					</Way>
					<Way icon={MapPin} title={t.contact.address}>
						<p className="text-14 text-ink-2">{addresses.location}</p>
					</Way>
					<Way icon={Clock} title={t.contact.businessHours}>
						<p className="text-14 text-ink-2">{addresses.hours}</p>
						<p className="text-13 text-ink-3">{addresses.reply}</p>
						<p className="mt-1 text-12 text-ink-3">{t.contact.claimNote}</p>
					</Way>
				</ul>
			</div>
		</SitePage>
	);
}

function Way({ icon: Icon, title, children }: { icon: LucideIcon; title: string; children: ReactNode }) {
	return (
		<li className="flex gap-4 border-t border-line py-4 last:border-b">
			<Icon aria-hidden="true" size={18} strokeWidth={1.8} className="mt-px shrink-0 text-accent" />
			<div className="min-w-0">
				<h2 className="text-14 font-semibold">{title}</h2>
				{children}
			</div>
		</li>
	);
}

function MailLink({ address }: { address: string | null }) {
	if (address === null) return <p className="text-14 text-ink-2">{t.contact.useTheForm}</p>;
	return (
		<a
			href={`mailto:${address}`}
			className="rounded-1 font-mono text-13 break-all text-accent underline underline-offset-4 hover:text-accent-hover"
		>
			{address}
		</a>
	);
}
