import { formatNumber } from "#web/lib/base/format.ts";

/** Screen texts of mail in a frame. */
export const t = {
	/** Why a message is not drawn at once, after "This message could freeze your browser:". */
	excess: {
		tooManyParts: (tags: number) => `it has more than ${formatNumber(tags)} parts`,
		tooManyLayers: (depth: number) => `it has more than ${formatNumber(depth)} nested elements`,
		tooManyLinks: (links: number) => `it has more than ${formatNumber(links)} links`,
		stylesVeryLong: "its styles are very long",
		stylesVeryComplex: "its styles are very complex",
		lettersManyAccents: "it has letters with many accents",
		veryLong: "it is very long",
		tooManyTables: (tables: number) => `it has more than ${formatNumber(tables)} nested tables`,
		slow: "it takes very long to draw",
	},
	text: { showMore: "Show more" },
};
