import { AppError } from "../../errors.ts";
import { filterOf } from "./filters.ts";
import { type Asked, answerOf, askedIn, asks } from "./propfind.ts";
import { cardProperties, type Entry, hrefOf, idIn } from "./resources.ts";
import { CARD, childOf, DAV, element, missingResponse, type Node, responseOf } from "./xml.ts";

/** Reads cards of the user who asks. @param ids absent: all */
export type ReadEntries = (wanted: {
	ids?: string[];
	version: "3.0" | "4.0";
	withCards: boolean;
}) => Promise<readonly Entry[]>;

/**
 * The responses of a report.
 * @throws AppError 403 for one that is not offered (RFC 3253, section 3.6)
 */
export async function answerReport(body: Node | null, read: ReadEntries): Promise<string[]> {
	if (body?.namespace === CARD && body.name === "addressbook-multiget") return multiget(body, read);
	if (body?.namespace === CARD && body.name === "addressbook-query") return query(body, read);
	throw new AppError(403, "supported-report", "This report is not offered.");
}

/** The cards of a list of paths (RFC 6352, section 8.7). */
async function multiget(body: Node, read: ReadEntries): Promise<string[]> {
	const asked = askedIn(body);
	const hrefs = body.children.filter(({ namespace, name }) => namespace === DAV && name === "href");
	const wanted = hrefs.map(({ text }) => ({ href: text, id: idIn(text) }));
	const ids = [...new Set(wanted.flatMap(({ id }) => id ?? []))];
	const withCards = asks(asked, "address-data");
	const entries = ids.length === 0 ? [] : await read({ ids, version: versionOf(body), withCards });
	const byId = new Map(entries.map((entry) => [entry.id, entry]));
	return wanted.map(({ href, id }) => {
		const entry = id === null ? undefined : byId.get(id);
		return entry === undefined ? missingResponse(href) : answerOf(href, cardProperties(entry), asked);
	});
}

/** The cards that match a filter (section 8.6). */
async function query(body: Node, read: ReadEntries): Promise<string[]> {
	const asked: Asked = askedIn(body);
	const filter = childOf(body, CARD, "filter");
	const matches = filterOf(filter);
	const limit = Number(childOf(childOf(body, CARD, "limit") ?? null, CARD, "nresults")?.text ?? Number.NaN);
	const withCards = asks(asked, "address-data");
	const isFiltered = filter !== undefined && filter.children.length > 0;
	const entries = await read({ version: versionOf(body), withCards: withCards || isFiltered });
	const found = isFiltered ? entries.filter(({ card }) => matches(card)) : entries;
	const shown = Number.isInteger(limit) && limit > 0 ? found.slice(0, limit) : found;
	return [
		...shown.map((entry) => answerOf(hrefOf(entry), cardProperties(entry), asked)),
		...(shown.length < found.length ? [truncated()] : []),
	];
}

/** Says that there are more than the client wanted (section 8.6.2). */
function truncated(): string {
	const response = responseOf("/dav/addressbooks/contacts/", []);
	const status = element(DAV, "status", "HTTP/1.1 507 Insufficient Storage");
	const error = element(DAV, "error", element(DAV, "number-of-matches-within-limits"));
	return response.replace(/<d:propstat>.*<\/d:propstat>/s, status + error);
}

/** The version of vCard that is asked for: 3.0 unless it is 4.0. */
function versionOf(body: Node): "3.0" | "4.0" {
	const data = childOf(childOf(body, DAV, "prop") ?? null, CARD, "address-data");
	return data?.attributes.get("version") === "4.0" ? "4.0" : "3.0";
}
