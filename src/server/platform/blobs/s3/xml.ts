import { decodeXML } from "entities";

/** The little XML that S3 speaks: elements without attributes that matter. */

/** What the first element of that name holds; empty when there is none. */
export function field(xml: string, name: string): string {
	return decodeXML(new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? "");
}

/** The insides of all elements of that name. */
export function elements(xml: string, name: string): string[] {
	return [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, "gs"))].map((match) => match[1] ?? "");
}
