import { brand } from "#shared/brand.ts";

/** The first line of an exported script: its texts stand for words, as in the filters that it was made from. */
export const ownScript = (): string => `# Filters from ${brand.name}`;
