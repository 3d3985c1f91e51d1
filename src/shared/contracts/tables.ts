import { z } from "zod";
import { encodings } from "../mail/encodings.ts";

/** What separates the values of a row; empty: each line is one value. */
export const delimiter = z.enum([",", ";", "\t", "|", ""]);
export type Delimiter = z.infer<typeof delimiter>;

/** Encodings that mail tools and spreadsheets write. */
export const encoding = z.enum(encodings);
export type { Encoding } from "../mail/encodings.ts";
