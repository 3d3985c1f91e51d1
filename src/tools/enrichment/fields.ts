/** What can be known about a person, in the order in which screens show it. */
export const fieldIds = [
	"fullName",
	"phone",
	"location",
	"address",
	"company",
	"position",
	"linkedIn",
	"twitter",
	"website",
] as const;
export type FieldId = (typeof fieldIds)[number];

/** What is found out about a person whose name is known: all fields but the name. */
export const detailIds = fieldIds.filter((field) => field !== "fullName");

/** Free public sources, which learn whom they are asked about. Off until the user turns them on. */
export const publicSourceIds = ["website", "gravatar", "libravatar", "webfinger", "openpgp", "github"] as const;
export type PublicSourceId = (typeof publicSourceIds)[number];

/** Paid services, asked with the user's own API key. Off until the user turns them on. */
export const paidSourceIds = ["hunter", "people-data-labs", "apollo"] as const;
export type PaidSourceId = (typeof paidSourceIds)[number];

/** Where facts come from. */
export const sourceIds = ["own-mail", ...publicSourceIds, ...paidSourceIds] as const;
export type SourceId = (typeof sourceIds)[number];

/** Pictures of a person and of their organization. */
export const pictureKinds = ["person", "logo"] as const;
export type PictureKind = (typeof pictureKinds)[number];

/** What a fact was read from. */
export const evidenceKinds = [
	"display-name",
	"signature",
	"vcard",
	"invitation",
	"out-of-office",
	"profile",
	"organization-header",
	"sign-off",
	"domain",
] as const;
export type EvidenceKind = (typeof evidenceKinds)[number];
