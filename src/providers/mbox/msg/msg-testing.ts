import { createRequire } from "node:module";

/** Outlook messages for tests. */

const { burn } = createRequire(import.meta.url)("@kenjiuno/msgreader/lib/Burner.js") as {
	burn: (entries: Entry[]) => Uint8Array;
};

interface Entry {
	name: string;
	type: number;
	length: number;
	binaryProvider?: () => Uint8Array;
	children?: number[];
}

const FOLDER = 1;
const STREAM = 2;
const ROOT = 5;
/** Types of values: text in UTF-16, and bytes. */
export const UNICODE = "001F";
export const BINARY = "0102";

/** Property tags ([MS-OXPROPS]), their types and values. */
export type Values = [tag: string, type: string, value: string | Buffer][];

/** Writes a compound file with the streams of a message ([MS-OXMSG]). */
export function msgFile(message: Values, recipient: Values, attachment: Values): Uint8Array {
	const entries: Entry[] = [{ name: "Root Entry", type: ROOT, length: 0, children: [] }];
	const addStream = (parent: Entry, name: string, bytes: Uint8Array) => {
		parent.children?.push(entries.length);
		entries.push({ name, type: STREAM, length: bytes.length, binaryProvider: () => bytes });
	};
	const addValues = (parent: Entry, values: Values, headBytes: number) => {
		addStream(parent, "__properties_version1.0", new Uint8Array(headBytes));
		for (const [tag, type, value] of values)
			addStream(
				parent,
				`__substg1.0_${tag}${type}`,
				Uint8Array.from(typeof value === "string" ? Buffer.from(value, type === UNICODE ? "utf16le" : "utf8") : value),
			);
	};
	const addFolder = (name: string): Entry => {
		const entry: Entry = { name, type: FOLDER, length: 0, children: [] };
		entries[0]?.children?.push(entries.length);
		entries.push(entry);
		return entry;
	};
	addValues(entries[0] as Entry, message, 32);
	addValues(addFolder("__recip_version1.0_#00000000"), recipient, 8);
	addValues(addFolder("__attach_version1.0_#00000000"), attachment, 8);
	return burn(entries);
}
