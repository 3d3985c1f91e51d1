/** Which contacts are shown. */
export const contactParts = ["all", "detailed", "undetailed", "undeliverable", "automated"] as const;
/** In which order. */
export const contactSorts = ["recent", "volume", "name", "organization"] as const;

/** Details that the enrichment finds, in the order in which screens show them. */
export const detailFields = [
	"fullName",
	"company",
	"position",
	"phone",
	"address",
	"location",
	"website",
	"linkedIn",
	"twitter",
] as const;
