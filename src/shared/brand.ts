/** The name of the software, whatever an installation is called: in its user agent, its logs and the marks it leaves elsewhere. */
export const softwareName = "Mailstead";

/** What the operator can change (docs/decisions/0032-operators.md). */
export interface BrandSettings {
	name: string;
	/** The sender's name of system mail; null: the product's name. */
	senderName: string | null;
	/** As `#1d5b41`; null: that of the design. */
	accent: string | null;
	/** Version of the logo and the icon made from it; null: those of the design. */
	logo: string | null;
}

export const defaultBrand: BrandSettings = { name: softwareName, senderName: null, accent: null, logo: null };

export const MAX_LOGO_BYTES = 256 * 1024;
/** Of the icon made from it: a photograph is larger as PNG. */
export const MAX_ICON_BYTES = 448 * 1024;
/** Width and height of the icon in pixels. */
export const ICON_SIZE = 512;

/** Names of the `<meta>` elements from which the browser reads the brand. */
export const brandMeta = { name: "application-name", logo: "application-logo" } as const;

let current = typeof document === "undefined" ? defaultBrand : brandOf(document);

/**
 * The product's name and logo, which the operator can change while the server runs: read them where they are used, never
 * into a constant.
 */
export const brand = {
	get name() {
		return current.name;
	},
	/** The sender's name of system mail. */
	get senderName() {
		return current.senderName ?? current.name;
	},
	/** Name and logo are those of the design. */
	get isDefault() {
		return current.name === softwareName && current.logo === null;
	},
	get accent() {
		return current.accent;
	},
	get logoVersion() {
		return current.logo;
	},
	/** Path of the operator's logo; null: the design's. */
	get logo() {
		return current.logo === null ? null : `/brand/logo?v=${current.logo}`;
	},
	/** Path of the operator's icon, a PNG of 512 × 512 pixels; null: the design's. */
	get icon() {
		return current.logo === null ? null : `/brand/icon?v=${current.logo}`;
	},
	/** Path of the hub, and prefix of file names, cookies and storage keys; never changes. */
	slug: "mailstead",
	headline: "Your mail, in order, on your own server.",
	get sentence() {
		return `${current.name} organizes, cleans and makes sense of a mailbox. It runs on a machine of yours and keeps what it reads there.`;
	},
} as const;

/** Changes the brand of this process. */
export function setBrand(settings: BrandSettings): void {
	current = settings;
}

/** In the browser: as the server has written it into the document. */
function brandOf(page: Document): BrandSettings {
	const read = (name: string) => page.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || null;
	return { ...defaultBrand, name: read(brandMeta.name) ?? defaultBrand.name, logo: read(brandMeta.logo) };
}

/** Path of the mail hub, where users connect mailboxes and open tools. */
export const hubPath = `/${brand.slug}` as const;

/** Sync history; `?account=` selects the mailbox. */
export const syncHistoryPath = `${hubPath}/history` as const;
