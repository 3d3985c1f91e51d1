import { withoutUnseen } from "#shared/mail/address-key.ts";
import { isAddress } from "./is-address.ts";

/** What a cell with addresses says. */
export interface CellAddresses {
	addresses: string[];
	/** Written before the first address: `Ann Lee <ann@example.org>`; empty: none. */
	name: string;
}

/** The addresses of a cell: bare, with a name, as a link or formula, or several; null when something in it is no address. */
export function readCellAddresses(cell: string): CellAddresses | null {
	const shown = withoutUnseen(cell).trim();
	const text = /^="(.*)"$/.exec(shown)?.[1]?.replaceAll('""', '"') ?? shown;
	const inAngles = [...text.matchAll(/<([^<>\s]{1,320})>/g)];
	if (inAngles.length > 0) return readNamed(text, inAngles);
	const addresses = text
		.split(/[\s,;|]|:::/)
		.map(bare)
		.filter((part) => part !== "");
	return addresses.length > 0 && addresses.every(isAddress) ? { addresses, name: "" } : null;
}

/** Of `Ann Lee <ann@example.org>, Bo <bo@example.org>`. */
function readNamed(text: string, found: readonly RegExpExecArray[]): CellAddresses | null {
	const addresses = found.map(([, inside = ""]) => bare(inside));
	const between = text.split(/<[^<>\s]{1,320}>/);
	// A name may be the address once more; other addresses would be lost.
	const isLost = between.some((part) => part.includes("@") && !addresses.some((address) => part.includes(address)));
	if (isLost || !addresses.every(isAddress)) return null;
	const name = (between[0] ?? "").trim().replace(/^(["'])(.*)\1$/, "$2");
	return { addresses, name: name.includes("@") ? "" : name.replaceAll('\\"', '"').trim() };
}

function bare(text: string): string {
	const link = /^mailto:([^?]*)/i.exec(text)?.[1];
	return link ?? text.replace(/^(["'])(.*)\1$/, "$2");
}
