import { brand } from "./brand.ts";

/** The public pages and their metadata for search engines and link previews. */
export interface SitePage {
	path: string;
	/** Precedes the product's name in the document title; on the front page it follows. */
	title: string;
	/** One or two sentences, up to about 160 characters. */
	description: string;
}

export const sitePages: readonly SitePage[] = [
	{
		path: "/",
		title: "Home",
		get description() {
			return brand.sentence;
		},
	},
	{
		path: "/pricing",
		title: "Pricing",
		get description() {
			return `What ${brand.name} costs: the plans, what each includes, and answers to common questions.`;
		},
	},
	{
		path: "/contact",
		title: "Contact",
		get description() {
			return `Write to the people who run this ${brand.name}: questions, help, plans for a team.`;
		},
	},
	{
		path: "/privacy",
		title: "Privacy Policy",
		get description() {
			return `What ${brand.name} reads and keeps, where it keeps it, which Gmail permissions it asks for and why.`;
		},
	},
	{
		path: "/terms",
		title: "Terms of Service",
		get description() {
			return `The terms of using ${brand.name}: your account, your mail, fair use, plans and liability.`;
		},
	},
];

/** The public page at a path; null for any other path. */
export function sitePageAt(path: string): SitePage | null {
	return sitePages.find((page) => page.path === path) ?? null;
}

/** "Pricing · Mailstead"; the front page: "Mailstead · Your mail, in order". */
export function siteTitle(page: SitePage): string {
	return page.path === "/" ? `${brand.name} · ${brand.headline.replace(/\.$/, "")}` : `${page.title} · ${brand.name}`;
}
