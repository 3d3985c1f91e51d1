/** How a draft may be written. */
export const tones = ["professional", "friendly", "direct", "formal"] as const;
export type DraftTone = (typeof tones)[number];

export const lengths = ["short", "medium", "long"] as const;
export type DraftLength = (typeof lengths)[number];

/** Languages that the built-in engine writes as well. */
export const languages = ["en", "de", "fr", "es"] as const;
export type Language = (typeof languages)[number];

/** Where a fact about the recipient comes from. */
export const factKinds = ["name", "organization", "company", "position", "location", "last_email"] as const;
export type FactKind = (typeof factKinds)[number];
