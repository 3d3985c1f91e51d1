import { brand } from "#shared/brand.ts";
import { Contact, MailAddress } from "./contact-links.tsx";
import { Facts, LegalPage, type LegalSection, Points } from "./legal-page.tsx";

/** The sections of the privacy policy; those named after a provider list its permissions. */
export const privacySections: readonly LegalSection[] = [
	{
		id: "who",
		title: "Who is responsible",
		body: (
			<>
				<p>
					{brand.name} is self-hosted software. The person or organization that runs this server is its operator, and
					responsible for what is stored there. The developers of the software receive no data from it.
				</p>
				<p>
					The operator can read what is stored on their server, as with any server. Use an installation whose operator
					you trust, or host your own.
				</p>
			</>
		),
	},
	{
		id: "gmail",
		title: "Gmail permissions",
		body: (
			<>
				<p>
					If you connect a Gmail account, Google asks you for these permissions on our behalf. You can grant fewer of
					them, and revoke all of them at any time in {brand.name} or in your Google account.
				</p>
				<Facts
					rows={[
						{
							term: "Read",
							code: "gmail.readonly",
							text: "To copy your messages to this server, so that you can search, sort and count them. A read-only connection asks for nothing else.",
						},
						{
							term: "Labels",
							code: "gmail.labels",
							text: "To list your labels, and to create those that you or your rules need.",
						},
						{
							term: "Modify",
							code: "gmail.modify",
							text: "To mark, label, archive and move messages to the trash when you ask for it. Nothing is permanently deleted unless you ask for it.",
						},
						{
							term: "Send",
							code: "gmail.send",
							text: "Only to send what you have asked for: emails that unsubscribe you, and messages that you have written or approved yourself. Nothing is sent without your request.",
						},
						{
							term: "Filters",
							code: "gmail.settings.basic",
							text: "Only when you let Gmail run your filters itself: to create them there, and to remove them again.",
						},
						{
							term: "Full access",
							code: "https://mail.google.com/",
							text: "Only when you ask to delete email permanently, which Google allows with no smaller permission. It is used for nothing else.",
						},
						{
							term: "Identity",
							code: "openid email profile",
							text: "To know which account was connected: its address, name and picture.",
						},
					]}
				/>
				<p>
					Data from Google is used only for the features you see. It is not sold, not used for advertising, not used to
					train general models, and not read by people except with your consent, for security, or where the law requires
					it. This complies with the Google API Services User Data Policy, including its Limited Use requirements.
				</p>
			</>
		),
	},
	{
		id: "outlook",
		title: "Outlook permissions",
		body: (
			<>
				<p>
					If you connect an Outlook or Microsoft 365 account, Microsoft asks you for these permissions on our behalf.
					You can grant read-only access, and revoke all of them at any time in {brand.name} or in your Microsoft
					account.
				</p>
				<Facts
					rows={[
						{
							term: "Read",
							code: "Mail.Read",
							text: "To copy your messages to this server, so that you can search, sort and count them. A read-only connection asks for nothing else.",
						},
						{
							term: "Read and change",
							code: "Mail.ReadWrite",
							text: "To mark, categorize, archive, move and delete messages when you ask for it.",
						},
						{
							term: "Send",
							code: "Mail.Send",
							text: "Only to send what you have asked for, as with Gmail.",
						},
						{
							term: "Settings",
							code: "MailboxSettings.ReadWrite",
							text: "To create the filters that you let Outlook run itself, and to remove them again.",
						},
						{
							term: "Identity",
							code: "openid email profile User.Read",
							text: "To know which account was connected: its address, name and picture.",
						},
						{
							term: "Staying connected",
							code: "offline_access",
							text: "To sync your mail while you are away, until you disconnect the account.",
						},
					]}
				/>
			</>
		),
	},
	{
		id: "stored",
		title: "What is stored, and where",
		body: (
			<>
				<p>
					All data is stored in the database and the data folder of this server. The operator may have put the database
					on another machine, and raw messages and finished exports into an object store (S3) of their choice.
				</p>
				<Facts
					rows={[
						{
							term: "Your account",
							text: "Name, email address, and a hash of your password (scrypt). Never the password.",
						},
						{
							term: "Sessions",
							text: "A random token, its expiry, and the IP address and browser it was created with.",
						},
						{
							term: "Your mail",
							text: "The messages of the mailboxes you connect or upload, their attachments, an index of the words in both, and counts by sender and day.",
						},
						{
							term: "Summaries",
							text: "Summaries of emails that you asked for, stored with the email and deleted with it.",
						},
						{
							term: "People",
							text: "Who you correspond with: their names, addresses and organizations, counted from your mail.",
						},
						{
							term: "Your settings",
							text: "Filters, sweep rules, recent and saved searches, categories and your corrections of them, lists you left or keep, and the log of every attempt to unsubscribe.",
						},
						{
							term: "Health score",
							text: "Once a day, how many emails each mailbox has, how many are unread, and how full it is.",
						},
						{
							term: "Activity score",
							text: "Of the last 180 days, which emails are from people, which of them you answered and when; and your work hours. Opens and clicks are not part of it.",
						},
						{
							term: "Validated addresses",
							text: "Addresses that you validated, with verdicts and what the DNS said about their domains and, if you turned on mailbox checks, what their mail servers said, until you delete them; uploaded files with their results, for 30 days or until you delete them; monitored lists with what changed on them, until you stop monitoring them.",
						},
						{
							term: "Analyzed senders",
							text: "Addresses and domains that you analyzed, with what was found out about them: the latest 1,000, until you delete them.",
						},
						{
							term: "Watched domains",
							text: "Domains that you watch, their records, and the last 50 changes of each, until you stop watching.",
						},
						{
							term: "DMARC reports",
							text: "What the reports in your mailboxes say: reporter, domain, period, and IP addresses with their counts, until the mailbox is disconnected and its mail deleted.",
						},
						{
							term: "Lists you left",
							text: "Addresses whose lists you unsubscribed from, and when.",
						},
						{
							term: "Enriched contacts",
							text: "Details about people whom you looked up, from your own mail and the public and paid sources that you turned on, each with its source, until you delete them; API keys of paid sources, encrypted, until you remove them; lists of addresses to look up, for 30 days or until you delete them; addresses about which nothing is collected.",
						},
						{
							term: "Contacts",
							text: "Details that you entered or imported, until you delete them; which addresses you merged into one person.",
						},
						{
							term: "Campaigns",
							text: "Recipients that you added with their fields, the messages, and what came back: replies, what they say (proposed by rules on this server, or set by you), bounces and unsubscribes, until you delete the campaign. The addresses of its recipients are kept after that, so that their unsubscribe links keep working. If you turn it on for a campaign: when its messages were opened and which links were clicked.",
						},
						{
							term: "Language models",
							text: "Every request that was sent to a language model for you, and its answer: the texts for 30 days or until you delete them, sizes and costs for a year. Your own API key, encrypted.",
						},
						{
							term: "Usage",
							text: "How many addresses you have validated and how many drafts were written for you, in total and in the latest month; the plan that the operator assigned to you.",
						},
						{
							term: "Payment",
							text: "If you pay for a plan here: your email address, your name and the id of your account are sent to Stripe, where you enter your card. This server keeps your customer number at Stripe and the state of your subscription, never card details. If you delete your account, the subscription is not renewed.",
						},
						{
							term: "Drafts",
							text: "What you write and attach, until a day after it was sent or discarded, and a copy in the Drafts folder of your mailbox until then; names and signatures of your mailboxes; your templates.",
						},
						{
							term: "Reminders",
							text: "Which conversations you snoozed or muted, until when, and the action item you want to be reminded of; which sent messages wait for an answer; and how you answered invitations.",
						},
						{
							term: "Sent for you",
							text: "The emails that were sent in your name from here, and what became of each.",
						},
						{
							term: "Backups and exports",
							text: "Files that you asked for, until they expire or you delete them.",
						},
						{
							term: "Mailbox access",
							text: "Passwords and tokens of connected mailboxes, encrypted with AES-256-GCM.",
						},
						{
							term: "Activity",
							text: "Changes you made to your mail, with the previous state of each message, so that you can undo them.",
						},
						{
							term: "Keys",
							text: "Public keys of your passkeys, the secret of your authenticator app and your recovery codes (encrypted), and hashes of API keys.",
						},
						{
							term: "Contact messages",
							text: "What you write in the contact form. It is stored for the operator and may be emailed to them.",
						},
						{
							term: "Limits",
							text: "Keyed hashes of IP addresses, for some hours, to limit password attempts.",
						},
					]}
				/>
				<p>
					The server log records the type of each request, its time and duration. It contains no mail, passwords or
					tokens.
				</p>
			</>
		),
	},
	{
		id: "browser",
		title: "What is stored in your browser",
		body: (
			<Points>
				<li>One cookie that keeps you signed in, for up to 30 days after your last visit. Scripts cannot read it.</li>
				<li>
					Your choice of theme and shortcuts and the state of unfinished uploads (local storage), and the selected
					mailbox (session storage, deleted with the tab).
				</li>
				<li>No third-party cookies or scripts, no advertising and no analytics, so there is no cookie banner.</li>
			</Points>
		),
	},
	{
		id: "shared",
		title: "What leaves this server",
		body: (
			<>
				<p>Nothing, except for features you use:</p>
				<Points>
					<li>
						Your mail provider receives the changes you make and the mail you send, and the filters that you let it run
						itself.
					</li>
					<li>
						Unsubscribing sends what the list asks for: a request to its server (one click), or an email in your name.
						Before that, the list's signature is checked with a DNS lookup of its domain. A list that has a page is
						opened in your browser, by you.
					</li>
					<li>
						To learn of new mail at once, this server may register its address with Google or Microsoft, which then
						report that something has changed, not what.
					</li>
					<li>
						To connect a mailbox by its address, the mail servers of its domain are looked up in DNS and on your
						provider's site. Your password is sent only to those servers.
					</li>
					<li>
						Validating addresses, as the check before a campaign does, looks up their domains in DNS. The addresses
						themselves stay here, unless you turn on mailbox checks: then their mail servers are asked whether the
						mailboxes exist, and learn the addresses and this server's address. No email is sent. The self-test connects
						to a mail server of Gmail.
					</li>
					<li>
						Analyzing a sender asks the DNS, the blacklists in your settings, the registry of the domain, and the
						domain's own server for its TLS policy, its logo and the logo's certificate. It also connects to the
						domain's mail servers, without sending anything, unless you turn that off. They learn the domain and the
						addresses of its mail servers, not the sender's address, and not who asks.
					</li>
					<li>
						Domains that you watch are analyzed the same way, on the schedule that you choose, and domains that a
						campaign is sent from before it is launched. DMARC reports and what is shown about a sender in the inbox
						come from your mail alone.
					</li>
					<li>
						Looking up a person searches your mail only. If you turn on public sources, Gravatar and Libravatar (or the
						server that the domain names for it) get a hash of the address, and keys.openpgp.org, GitHub and the server
						of the person's domain get the address. The organization's website learns that this server visits it, not
						for whom. If you turn on a paid source (Hunter, People Data Labs or Apollo), it gets the address, with your
						key.
					</li>
					<li>
						A webhook that you name with an uploaded list gets the number of addresses with each verdict, not the
						addresses.
					</li>
					<li>
						The webhooks that you add get the events that you choose: addresses, names, subjects and ids, never the
						content of an email. They are kept for 30 days, with the beginning of each response.
					</li>
					<li>
						A program that has one of your API keys, and an AI client that you gave access to, gets what it asks for, as
						far as its permissions allow. You can see and delete the keys of both in the settings.
					</li>
					<li>
						If you or the operator have set up a language model, it gets the text that a draft, a summary, a reply, a
						nudge, the answer to a question or the brief of the day needs, when you ask for one. The settings name the
						server, list every request with its text, and let you choose the built-in engine, which sends nothing.
					</li>
					<li>
						Remote images and pages are fetched only when you ask, by the server, so that senders don't see your IP
						address.
					</li>
					<li>If you sign in with Microsoft or Google, they learn that you did.</li>
					<li>
						If the operator has connected a mail server, it delivers sign-in links, contact messages and the notices
						that you turned on.
					</li>
				</Points>
			</>
		),
	},
	{
		id: "rights",
		title: "How long, and your rights",
		body: (
			<>
				<p>
					Mail is stored until you disconnect its mailbox and choose to delete it. Your account exists until you delete
					it, together with its mail, files and tokens. The operator's backups may keep them longer.
				</p>
				<p>
					You can ask what is stored about you, have it corrected, exported or deleted, and object to its use. Write to
					the operator <MailAddress /> with the <Contact />. If the GDPR applies to you, you can also contact your data
					protection authority.
				</p>
			</>
		),
	},
	{
		id: "changes",
		title: "Changes",
		body: <p>When this policy changes, so does its date. Changes that affect your rights are announced in advance.</p>,
	},
];

/** What is read, what is stored and where, in plain words. */
export default function PrivacyPage() {
	return (
		<LegalPage
			title="Privacy Policy"
			text="Your mail is your business. What is read, what is stored, where, and how it is deleted."
			updated="2026-11-27"
			sections={privacySections}
		/>
	);
}
