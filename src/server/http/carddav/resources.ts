import { createHash } from "node:crypto";
import { CARD, DAV, element, escapeXml, type Property, SERVER } from "./xml.ts";

/** Where things are. Who asks is known by the password, so that no path names a user. */
export const paths = {
	root: "/dav/",
	principal: "/dav/principal/",
	home: "/dav/addressbooks/",
	book: "/dav/addressbooks/contacts/",
} as const;

/** A contact of the address book. */
export interface Entry {
	id: string;
	etag: string;
	/** Empty where it was not asked for. */
	card: string;
}

/** Bytes of a card, with its picture. */
const MAX_CARD_BYTES = 1_000_000;

export const hrefOf = ({ id }: Pick<Entry, "id">): string => `${paths.book}${id}.vcf`;

/** The id in the path of a card; null: it is none. */
export function idIn(href: string): string | null {
	const path = URL.parse(href, "http://server")?.pathname ?? "";
	const id = path.startsWith(paths.book) ? path.slice(paths.book.length) : "";
	return /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.vcf$/i.exec(id)?.[1]?.toLowerCase() ?? null;
}

/** Changes with any of the cards. */
export function tagOf(entries: readonly Entry[]): string {
	const hash = createHash("sha256");
	for (const { id, etag } of entries.toSorted((a, b) => a.id.localeCompare(b.id))) hash.update(`${id} ${etag}\n`);
	return hash.digest("base64url").slice(0, 27);
}

const href = (path: string): string => element(DAV, "href", escapeXml(path));

/** What every resource says: who asks, and that nothing can be changed (RFC 3744, RFC 5397). */
function common(): Property[] {
	return [
		{ namespace: DAV, name: "current-user-principal", content: href(paths.principal) },
		{ namespace: DAV, name: "principal-URL", content: href(paths.principal) },
		{ namespace: DAV, name: "principal-collection-set", content: href(paths.principal) },
		{ namespace: DAV, name: "owner", content: href(paths.principal) },
		{ namespace: CARD, name: "addressbook-home-set", content: href(paths.home) },
		{
			namespace: DAV,
			name: "current-user-privilege-set",
			content: element(DAV, "privilege", element(DAV, "read")),
		},
	];
}

const typed = (...types: string[]): Property => ({ namespace: DAV, name: "resourcetype", content: types.join("") });
const named = (name: string): Property => ({ namespace: DAV, name: "displayname", content: escapeXml(name) });
const collection = element(DAV, "collection");

/** Properties of the root, and of the collection of address books. */
export const collectionProperties = (): Property[] => [typed(collection), ...common()];

/** Properties of the user. */
export const principalProperties = (email: string): Property[] => [
	typed(collection, element(DAV, "principal")),
	named(email),
	...common(),
];

/** Properties of the address book. @param entries null: they are not asked for, which saves computing them */
export function bookProperties(entries: readonly Entry[] | null): Property[] {
	const report = (name: string): string =>
		element(DAV, "supported-report", element(DAV, "report", element(CARD, name)));
	const version = (number: string): string => `<card:address-data-type content-type="text/vcard" version="${number}"/>`;
	return [
		typed(collection, element(CARD, "addressbook")),
		named("Contacts"),
		{ namespace: CARD, name: "addressbook-description", content: "" },
		...(entries === null ? [] : [{ namespace: SERVER, name: "getctag", content: tagOf(entries) }]),
		{
			namespace: DAV,
			name: "supported-report-set",
			content: report("addressbook-query") + report("addressbook-multiget"),
		},
		{ namespace: CARD, name: "supported-address-data", content: version("3.0") + version("4.0") },
		{ namespace: CARD, name: "max-resource-size", content: String(MAX_CARD_BYTES) },
		...common(),
	];
}

/** Properties of a card. @param version of the vCard in `address-data`; null: without it, as PROPFIND has them */
export function cardProperties({ etag, card }: Entry): Property[] {
	return [
		typed(),
		{ namespace: DAV, name: "getetag", content: escapeXml(etag) },
		{ namespace: DAV, name: "getcontenttype", content: "text/vcard; charset=utf-8" },
		...(card === "" ? [] : [{ namespace: CARD, name: "address-data", content: escapeXml(card) }]),
		...common(),
	];
}
