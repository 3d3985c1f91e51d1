import { brand } from "#shared/brand.ts";
import { pricing } from "./content.ts";
import { SiteLink } from "./host.tsx";
import { LegalPage, type LegalSection, Points } from "./legal-page.tsx";

const linkClass = "rounded-1 text-accent underline underline-offset-4";

const sections: readonly LegalSection[] = [
	{
		id: "agreement",
		title: "Between whom",
		body: (
			<p>
				These terms hold between you and the operator of this installation of {brand.name}. By making an account you
				agree to them. The software itself is free software under the MIT licence; whoever runs it for themselves needs
				no terms but that.
			</p>
		),
	},
	{
		id: "account",
		title: "Your account",
		body: (
			<Points>
				<li>Give an address that is yours, and keep your password to yourself.</li>
				<li>What is done with your account counts as done by you, until you tell us that it is in other hands.</li>
				<li>You must be old enough to agree to a contract where you live.</li>
			</Points>
		),
	},
	{
		id: "mail",
		title: "Your mail",
		body: (
			<>
				<p>
					Your mail stays yours. You allow {brand.name} to read and change it as far as the features that you use need
					it, and no further. For Gmail these are the permissions to read, to manage labels, to modify and to send, the
					last one only for messages that you have written or approved, as in the AI email generator. The{" "}
					<SiteLink to="/privacy" className={linkClass}>
						privacy policy
					</SiteLink>{" "}
					explains each of them.
				</p>
				<p>
					Connect only mailboxes that you may use. Bulk changes show beforehand what they will touch and can be undone,
					except a deletion for good that you have confirmed. Keep a copy of mail that you cannot afford to lose.
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
					<li>
						to send mail to people who have not agreed to it, where the law asks for that, or to hide who sends it;
					</li>
					<li>to collect or check addresses in order to pester, deceive or attack anybody;</li>
					<li>to look for ways into mailboxes, accounts or data of others;</li>
					<li>to put a load on the server that keeps others from working.</li>
				</Points>
				<p>Limits of your mail provider hold on top of these. Whoever breaks these rules can lose their account.</p>
			</>
		),
	},
	{
		id: "plans",
		title: "Plans and payment",
		body: (
			<>
				<p>
					{pricing.starter.name} costs nothing. {pricing.pro.name} costs ${pricing.perAccount} per Gmail account and
					month, as the{" "}
					<SiteLink to="/pricing" className={linkClass}>
						price list
					</SiteLink>{" "}
					says, from the day on which you and the operator have agreed on it. A change of plan takes effect immediately.
					Within 30 days of paying you can have your money back.
				</p>
				<p>The site itself takes no payments and stores nothing about cards or accounts at banks.</p>
			</>
		),
	},
	{
		id: "results",
		title: "Results and suggestions",
		body: (
			<p>
				Summaries, drafts, scores and checks of addresses help you decide; they can be wrong or out of date. Where
				something could not be checked, the page says so. Read what you send before you send it.
			</p>
		),
	},
	{
		id: "liability",
		title: "Availability and liability",
		body: (
			<p>
				The service is offered as it is, without a promise that it is always there or free of mistakes. As far as the
				law allows, the operator is not liable for damage that comes from its use, other than damage done on purpose or
				by gross negligence. Rights that the law gives you as a consumer stay untouched.
			</p>
		),
	},
	{
		id: "end",
		title: "The end, and changes",
		body: (
			<p>
				You may leave at any time. The operator may end an account that breaks these terms, or close the installation
				with notice enough for you to take your mail with you. When these terms change, their date changes with them,
				and changes that matter are announced before. Questions? Use the{" "}
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
			text="Short enough to be read. What you may expect, and what is expected of you."
			updated="2026-11-20"
			sections={sections}
		/>
	);
}
