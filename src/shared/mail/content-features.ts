/**
 * What the whole text and HTML of a message show about its kind: found while it is parsed, because only its beginning
 * is stored with it. Stored as bits in this order: append only.
 */
export const CONTENT_FEATURES = [
	"asks-for-money",
	"asks-repeatedly-for-money",
	"asks-to-sign",
	"asks-to-buy",
	"asks-to-attend",
	"asks-to-volunteer",
	"asks-to-confirm",
	"paid-for",
	"offers-discount",
	"offers-code",
	"names-deadline",
	"names-terms",
	"names-prices",
	"names-order",
	"names-security",
	"names-delivery",
	"names-politics",
	"names-research",
	"welcomes",
	"says-why-received",
	"names-copyright",
	"view-in-browser",
	"forward-to-friend",
	"reads-on",
	"signed-by-person",
	"body-short",
	"body-long",
	"body-very-long",
	"links-none",
	"links-few",
	"links-many",
	"links-to-one-host",
	"links-coded",
	"links-with-campaign",
	"links-to-donate",
	"links-to-social",
	"links-repeated",
	"links-to-articles",
	"images-none",
	"images-many",
	"images-mostly",
	"image-invisible",
	"tables-many",
	"button",
	"preheader",
	"html-only",
	"asks-plainly-for-money",
	"thanks-for-payment",
	"asks-for-opinion",
] as const;

export type ContentFeature = (typeof CONTENT_FEATURES)[number];

/** The features as a number, bit i for `CONTENT_FEATURES[i]`: below 2^53. */
export function packContentFeatures(features: Iterable<ContentFeature>): number {
	let packed = 0;
	for (const feature of new Set(features)) packed += 2 ** CONTENT_FEATURES.indexOf(feature);
	return packed;
}

/** The features of a packed number; bits of features that no longer exist are ignored. */
export function unpackContentFeatures(packed: number): ContentFeature[] {
	return CONTENT_FEATURES.filter((_, bit) => Math.floor(packed / 2 ** bit) % 2 === 1);
}
