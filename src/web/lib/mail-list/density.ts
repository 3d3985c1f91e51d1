import { storedChoice } from "../base/stored-choice.ts";

/** Height of the rows in lists of emails. */
export type Density = "comfortable" | "compact" | "spacious";

/** Stored in this browser, because screens differ. */
const choice = storedChoice<Density>("density", ["comfortable", "compact", "spacious"]);

/** Sets and stores the density; open lists and other tabs follow. */
export const setDensity: (density: Density) => void = choice.set;

/** The user's choice. */
export const useDensity: () => Density = choice.use;
