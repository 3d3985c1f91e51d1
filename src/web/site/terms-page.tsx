import { brand } from "#shared/brand.ts";
import { SiteLink } from "./host.tsx";
import { LegalPage, type LegalSection, Points } from "./legal-page.tsx";

const linkClass = "rounded-1 text-accent underline underline-offset-4";

const sections: readonly LegalSection[] = [
	{
		id: "agreement",
		title: "Parties",
		body: (
			<p>
				These terms apply between you and the operator of this installation of {brand.name}. By creating an account you
				agree to them. The software itself is free software under the MIT license; if you host it yourself, only that
				license applies.
			</p>
		),
	},
	{
		id: "account",
		title: "Your account",
		body: (
			<Points>
				<li>Use your own email address, and keep your password secret.</li>
				<li>You are responsible for what is done with your account until you tell us that it is compromised.</li>
				<li>You must be old enough to enter a contract where you live.</li>
			</Points>
		),
	},
	{
		id: "mail",
		title: "Your mail",
		body: (
			<>
				<p>
					Your mail remains yours. You allow {brand.name} to read and change it only as far as the features that you use
					require. For Gmail these are the permissions to read, to manage labels, to modify and to send, the last one
					only for messages that you have written or approved, as in the AI email generator. The{" "}
					<SiteLink to="/privacy" className={linkClass}>
						privacy policy
					</SiteLink>{" "}
					explains each of them.
				</p>
				<p>
					Connect only mailboxes that you are allowed to use. Bulk changes show a preview and can be undone, except
					permanent deletions that you confirmed. Keep a copy of mail that you can't afford to lose.
				</p>
			</>
		),
	},
	{
		id: "fair-use",
		title: "Fair use",
		body: (
			<>
				<p>You may not use this installation</p>
				<Points>
					<li>to send mail without consent where the law requires it, or to hide the sender;</li>
					<li>to collect or validate addresses in order to harass, deceive or attack anyone;</li>
					<li>to gain access to other people's mailboxes, accounts or data;</li>
					<li>to overload the server.</li>
				</Points>
				<p>Your mail provider's limits also apply. Accounts that break these rules may be closed.</p>
			</>
		),
	},
	{
		id: "plans",
		title: "Plans and payment",
		body: (
			<>
				<p>
					What each plan costs and includes is on the{" "}
					<SiteLink to="/pricing" className={linkClass}>
						price list
					</SiteLink>
					. A plan applies from the day on which you and the operator agree on it. A change of plan takes effect
					immediately; a smaller plan disconnects no mailbox and deletes nothing. You can get a refund within 30 days of
					paying.
				</p>
				<p>
					Where the price list has a button to pay, you pay at Stripe, under Stripe's terms; a subscription is renewed
					until you cancel it in your settings. This site stores no card or bank details.
				</p>
			</>
		),
	},
	{
		id: "results",
		title: "Results and suggestions",
		body: (
			<p>
				Summaries, drafts, scores and checks of addresses help you decide; they can be wrong or out of date. Where
				something couldn't be checked, the page says so. Review messages before you send them.
			</p>
		),
	},
	{
		id: "liability",
		title: "Availability and liability",
		body: (
			<p>
				The service is provided as is, without a guarantee of availability or freedom from errors. As far as the law
				allows, the operator is not liable for damage from its use, except for intent or gross negligence. Your
				statutory consumer rights are not affected.
			</p>
		),
	},
	{
		id: "end",
		title: "Termination and changes",
		body: (
			<p>
				You can delete your account at any time. The operator may close an account that breaks these terms, or shut down
				the installation with enough notice for you to export your mail. When these terms change, so does their date,
				and important changes are announced in advance. Questions? Use the{" "}
				<SiteLink to="/contact" className={linkClass}>
					contact form
				</SiteLink>
				.
			</p>
		),
	},
];

/** Terms of service between users and the operator of an installation. */
export default function TermsPage() {
	return (
		<LegalPage
			title="Terms of Service"
			text="Short and readable: what you can expect, and what is expected of you."
			updated="2026-11-26"
			sections={sections}
		/>
	);
}
