import { z } from "zod";

/** What separates the values of a row; empty: each line is one value. */
export const delimiter = z.enum([",", ";", "\t", "|", ""]);
export type Delimiter = z.infer<typeof delimiter>;

/** Encodings that mail tools and spreadsheets write. */
export const encoding = z.enum(["utf-8", "utf-16le", "utf-16be", "windows-1252"]);
export type Encoding = z.infer<typeof encoding>;
