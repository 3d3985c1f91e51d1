import { brand } from "#shared/brand.ts";
import { contactAddress } from "./contact-address.ts";
import { SiteLink } from "./host.tsx";
import { Facts, LegalPage, type LegalSection, Points } from "./legal-page.tsx";

const sections: readonly LegalSection[] = [
	{
		id: "who",
		title: "Who is responsible",
		body: (
			<>
				<p>
					{brand.name} is software that somebody runs on a server of their own. Whoever runs the server you are reading
					this on is its operator, and responsible for what is stored there. The people who write the software receive
					nothing: it does not report home.
				</p>
				<p>
					The operator can read what is stored on their server, as with any server. Use an installation whose operator
					you trust, or run your own.
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
					If you connect a Gmail account, Google asks you for these permissions on our behalf. You can give fewer of
					them, and take them all back at any time in {brand.name} or in your Google account.
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
							text: "To list your labels, and to make those that you or a rule of yours ask for.",
						},
						{
							term: "Modify",
							code: "gmail.modify",
							text: "To mark, label, archive and move messages to the trash when you ask for it. Nothing is deleted for good unless you ask for exactly that.",
						},
						{
							term: "Send",
							code: "gmail.send",
							text: "Only to send what you have written or approved yourself: messages of the AI email generator, answers and follow-ups that you have started. Nothing is sent on its own initiative.",
						},
						{
							term: "Identity",
							code: "openid email profile",
							text: "To know which account was connected: its address, name and picture.",
						},
					]}
				/>
				<p>
					What comes from Google is used for the features you see and for nothing else. It is not sold, not used for
					advertising, not used to train models for everyone, and not read by people except with your agreement, for
					security, or where the law demands it. This keeps to the Google API Services User Data Policy, including its
					Limited Use requirements.
				</p>
			</>
		),
	},
	{
		id: "stored",
		title: "What is stored, and where",
		body: (
			<>
				<p>All of it lies in the database and the data folder of this server.</p>
				<Facts
					rows={[
						{
							term: "Your account",
							text: "Name, email address, and a hash of your password (scrypt). Never the password.",
						},
						{
							term: "Sessions",
							text: "A random token, when it ends, and the network address and browser it was made with.",
						},
						{
							term: "Your mail",
							text: "The messages of the mailboxes you connect or upload, their attachments, an index of their words, and counts by sender and day.",
						},
						{
							term: "Ways into mailboxes",
							text: "Passwords and tokens of connected mailboxes, encrypted with AES-256-GCM.",
						},
						{
							term: "What you did",
							text: "Changes you made to your mail, with what each message was before, so that they can be undone.",
						},
						{
							term: "Contact messages",
							text: "What you write in the contact form. It is kept for the operator and may be mailed to them.",
						},
						{
							term: "Limits",
							text: "Keyed hashes of network addresses, for some hours, so that nobody can try passwords without end.",
						},
					]}
				/>
				<p>
					The server's log says which kind of page was asked for, when, and how long the answer took. It holds no mail,
					no passwords and no tokens.
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
					Your choice of theme and shortcuts and the state of unfinished uploads (local storage), and which mailbox you
					are looking at (session storage, gone with the tab).
				</li>
				<li>
					No cookies or scripts of anybody else, no advertising, no analytics. That is why no banner asks you about
					them.
				</li>
			</Points>
		),
	},
	{
		id: "shared",
		title: "What leaves this server",
		body: (
			<>
				<p>Nothing, except where a feature you use needs it:</p>
				<Points>
					<li>Your mail provider is told about the changes you make and the mail you send.</li>
					<li>
						To connect a mailbox by its address, name servers and your provider's own site are asked which mail servers
						its domain has. Your password goes to those servers alone.
					</li>
					<li>
						Images and pages that mail points to are fetched only when you ask, by the server and not by your browser,
						so that their senders do not learn your address.
					</li>
					<li>Checking an address asks public name servers about its domain.</li>
					<li>
						If the operator has connected a language model, the text that you want summarized, answered or drafted goes
						to it. Without one, an engine on this server does the work.
					</li>
					<li>If the operator has connected a mail server, it carries links to sign in with and contact messages.</li>
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
					Mail stays until you disconnect its mailbox and choose to delete what was stored of it. Your account stays
					until you ask for its end; its mail, its files and its tokens go with it. Backups that the operator makes may
					keep them for longer.
				</p>
				<p>
					You may ask what is stored about you, have it corrected, handed over or deleted, and object to its use. Write
					to <MailAddress /> or use the <Contact />. If you live where the GDPR holds, you may also turn to your
					data-protection authority.
				</p>
			</>
		),
	},
	{
		id: "changes",
		title: "Changes",
		body: (
			<p>
				When this text changes, its date changes with it. Changes that take something from you are announced before.
			</p>
		),
	},
];

/** What is read, what is stored and where, in plain words. */
export default function PrivacyPage() {
	return (
		<LegalPage
			title="Privacy Policy"
			text="Your mail is nobody's business but yours. What is read, what is kept, where it lies, and how it goes."
			updated="2026-11-20"
			sections={sections}
		/>
	);
}

function MailAddress() {
	const address = contactAddress("support");
	return (
		<a href={`mailto:${address}`} className="rounded-1 text-accent underline underline-offset-4">
			{address}
		</a>
	);
}

function Contact() {
	return (
		<SiteLink to="/contact" className="rounded-1 text-accent underline underline-offset-4">
			contact form
		</SiteLink>
	);
}
