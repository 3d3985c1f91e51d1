import { decodeXML } from "entities";

/** Parses the XML of S3 responses: elements whose attributes do not matter. */

/** Text of the first element with that name; empty when there is none. */
export function field(xml: string, name: string): string {
	return decodeXML(new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? "");
}

/** Inner XML of all elements with that name. */
export function elements(xml: string, name: string): string[] {
	return [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, "gs"))].map((match) => match[1] ?? "");
}
