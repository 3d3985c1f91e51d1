import { hubPath } from "#shared/brand.ts";

/**
 * Every claim, number, price, name and address on the public pages. Operators replace them with their own; what the
 * product cannot know is marked on the page as the operator's.
 */

/** A part of a page that shows only if its target page exists. */
interface Linked {
	/** A route; the part is hidden if none is registered there. */
	to: string;
}

export interface ToolCard extends Linked {
	icon: "validator" | "enrichment" | "unsubscriber" | "personalizer" | "follow-up" | "privacy";
	/** Until there is a tool at the path, which has its own name. */
	title?: string;
	text: string;
	/** A number claimed by the operator, marked as such. */
	claim?: string;
}

export interface Testimonial {
	name: string;
	role: string;
	company: string;
	content: string;
	/** 1 to 5. */
	rating: number;
}

export const addresses = {
	location: "Global – Remote",
	hours: "Monday–Friday, 9AM–6PM PST",
	reply: "We reply within 24 hours.",
} as const;

export const hero = {
	/** Above the headline, if there is a tool that makes it true. */
	line: { text: "The AI-powered tool to organize, clean and optimize your inbox", to: "/tool/ai-personalizer" },
	caption: "The demo mailbox, one click after signing up.",
} as const;

export const toolCards: readonly ToolCard[] = [
	{
		icon: "validator",
		to: "/tool/email-validator",
		text: "Check thousands of addresses against DNS, MX, SPF and DKIM before you write to them.",
		claim: "99% accuracy",
	},
	{
		icon: "enrichment",
		to: "/tool/enrichment",
		title: "Contact Enrichment",
		text: "See who is behind an address: name, company, position and profiles, each with its source.",
	},
	{
		icon: "unsubscriber",
		to: "/tool/unsubscriber",
		text: "See every list that sends to you, how much space it takes, and how to unsubscribe.",
	},
	{
		icon: "personalizer",
		to: "/tool/ai-personalizer",
		title: "AI Email Personalizer",
		text: "A first draft based on your recipient and your goal, with the source of each fact.",
		claim: "300% higher response rates",
	},
	{
		icon: "follow-up",
		to: "/tool/follow-up-tracker",
		title: "Follow-Up Tracker",
		text: "Send a message with follow-ups from your own mailbox, and see who replied. Follow-ups stop at the first reply.",
	},
	{
		icon: "privacy",
		to: "/privacy",
		title: "Privacy First",
		text: "Which permissions are requested, and what is stored where. In plain words, on one page.",
	},
];

export const featureCards = [
	{
		icon: "undo",
		title: "Every change can be undone",
		text: "A bulk change shows a preview, changes only those messages, and can be undone right away or later in Activity.",
	},
	{
		icon: "search",
		title: "Search that reads every word",
		text: "Search subjects, bodies and attachments within milliseconds, and narrow results with operators like has:attachment.",
	},
	{
		icon: "server",
		title: "Your server, your mail",
		text: "Mail, index and keys are stored in one folder on your machine. No trackers, no third-party scripts, and remote images are blocked until you allow them.",
	},
	{
		icon: "facts",
		title: "Facts, not guesses",
		text: "Every number comes from your own mailbox and shows its age. What couldn't be checked says “not checked”.",
	},
] as const;

/** The counters of the front page. Not measured by this installation: the operator sets them. */
export const figures = [
	{ value: 50_000, suffix: "", label: "emails processed" },
	{ value: 1200, suffix: "", label: "users" },
	{ value: 99, suffix: "%", label: "accuracy" },
] as const;

export const figuresNote = "Figures stated by the operator of this installation.";

/** True: the page marks the testimonials as samples. Set it to false with your own. */
export const testimonialsAreSamples = true;

export const testimonials: readonly Testimonial[] = [
	{
		name: "Maren Holt",
		role: "Head of Sales",
		company: "Northgate Paper",
		content:
			"We removed nine hundred dead addresses before the spring mailing, and this time we got replies from real people.",
		rating: 5,
	},
	{
		name: "Idris Vale",
		role: "Independent Consultant",
		company: "Vale & Daughters",
		content: "Eleven years of newsletters, gone in an afternoon. I wanted one back a week later, and Undo restored it.",
		rating: 5,
	},
	{
		name: "Sunniva Brandt",
		role: "Office Manager",
		company: "Guild of Restorers",
		content: "It runs on the small server under my desk and finds the invoice before I finish typing.",
		rating: 4,
	},
];

export interface PlanFeature {
	label: string;
	/** A route; the feature is not listed if no tool is registered there. */
	to?: string;
	/** Provided by the operator, not by the software; marked as such. */
	isService?: boolean;
}

interface Pricing {
	/** US dollars per month. */
	perAccount: number;
	/** Numbers of accounts. */
	slider: { min: number; max: number; start: number };
	starter: { name: string; price: string; period: string; text: string; features: readonly PlanFeature[] };
	pro: { name: string; text: string; features: readonly PlanFeature[] };
	/**
	 * `about`: answered otherwise once the operator has set plans, or takes payments. `isClaim`: a promise that only the
	 * operator can keep, marked as theirs.
	 */
	faq: readonly { question: string; answer: string; about?: "payment" | "methods"; isClaim?: true }[];
}

/**
 * The standard plans, without what needs tools that are not installed. The plans that the operator sets on their page
 * replace them.
 */
export const pricing: Pricing = {
	perAccount: 2,
	slider: { min: 1, max: 50, start: 5 },
	starter: {
		name: "Starter",
		price: "Free",
		period: "forever",
		text: "For one person with a mailbox or two.",
		features: [
			{ label: "2 Gmail accounts" },
			{ label: "Basic validation", to: "/tool/email-validator" },
			{ label: "Basic unsubscribe", to: "/tool/unsubscriber" },
			{ label: "Email support", isService: true },
			{ label: "GDPR compliance" },
		],
	},
	pro: {
		name: "Pro",
		text: "For teams and everyone who works in email.",
		features: [
			{ label: "Advanced validation", to: "/tool/email-validator" },
			{ label: "Enrichment", to: "/tool/enrichment" },
			{ label: "AI personalizer", to: "/tool/ai-personalizer" },
			{ label: "Unsubscriber (Gmail/Outlook)", to: "/tool/unsubscriber" },
			{ label: "Follow-up tracker", to: "/tool/follow-up-tracker" },
			{ label: "Bulk processing" },
			{ label: "Priority support", isService: true },
			{ label: "API access" },
			{ label: "Webhooks" },
			{ label: "Analytics", to: "/dashboard" },
			{ label: "White-label", isService: true },
			{ label: "Custom integrations", isService: true },
		],
	},
	faq: [
		{
			question: "Can I get my money back?",
			answer: "Yes. There is a 30-day money-back guarantee: contact us within 30 days of paying.",
			isClaim: true,
		},
		{
			question: "When does a change of plan take effect?",
			answer: "Immediately, in both directions. The number of accounts can change at any time.",
			isClaim: true,
		},
		{
			question: "How can I pay?",
			answer: "By card or PayPal, and by bank transfer for enterprise.",
			about: "methods",
			isClaim: true,
		},
		{
			question: "Does this page take a payment?",
			answer:
				"No. Plans are agreed with the people who run this installation, so Pro begins with a message to them. Nothing is locked in the meantime: everyone who signs in can use every tool.",
			about: "payment",
		},
	],
};

/** Social networks to share on; one with an empty URL is hidden. `{url}` is this site's address. */
export const social = [
	{ network: "X", href: "https://x.com/intent/post?url={url}" },
	{ network: "LinkedIn", href: "https://www.linkedin.com/sharing/share-offsite/?url={url}" },
	{ network: "Facebook", href: "https://www.facebook.com/sharer/sharer.php?u={url}" },
	{ network: "Reddit", href: "https://www.reddit.com/submit?url={url}" },
] as const;

export interface FooterLink extends Linked {
	/** Until there is a tool at the path, which has its own name. */
	label?: string;
}

export const footer = {
	description: "Organizes, cleans and analyzes your mailbox, on your own server.",
	copyright: "© 2024",
	product: [
		{ label: "Home", to: "/" },
		{ label: "Dashboard", to: "/dashboard" },
		{ to: "/inbox" },
		{ to: hubPath },
		{ label: "Pricing", to: "/pricing" },
	],
	tools: [
		{ to: "/tool/email-validator" },
		{ to: "/tool/unsubscriber" },
		{ label: "AI Personalizer", to: "/tool/ai-personalizer" },
		{ label: "Enrichment", to: "/tool/enrichment" },
		{ to: "/tool/categorizer" },
		{ to: "/tool/activity-score" },
		{ label: "Follow-Up Tracker", to: "/tool/follow-up-tracker" },
		{ to: "/activity" },
	],
	legal: [
		{ label: "Privacy Policy", to: "/privacy" },
		{ label: "Terms of Service", to: "/terms" },
		{ label: "Contact", to: "/contact" },
	],
} satisfies Record<string, string | readonly FooterLink[]>;
