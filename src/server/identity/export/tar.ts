/** Tar archives in the POSIX format (IEEE Std 1003.1, pax, "pax Interchange Format"): regular files only. */

const BLOCK = 512;
/** Characters of a name, and bytes of a file, that the fields of a header hold. */
const MAX_NAME = 100;
const MAX_SIZE = 8 * 1024 ** 3 - 1;

/** Two zero blocks end an archive. */
export const tarEnd = Buffer.alloc(2 * BLOCK);

/**
 * The header of one file. What its fields do not hold is in an extended header before it.
 * @param size bytes
 * @param mtime epoch milliseconds
 */
export function tarHeader(name: string, size: number, mtime: number): Buffer {
	if (name.length <= MAX_NAME && /^[\x20-\x7e]+$/.test(name) && size <= MAX_SIZE) return header("0", name, size, mtime);
	const records = Buffer.concat([record("path", name), record("size", String(size))]);
	const ascii = name.replaceAll(/[^\x20-\x7e]/g, "_").slice(0, MAX_NAME);
	return Buffer.concat([
		...[header("x", "PaxHeader", records.length, mtime), records, tarPadding(records.length)],
		header("0", ascii, Math.min(size, MAX_SIZE), mtime),
	]);
}

/** `<length> <key>=<value>\n`; the length counts its own digits. */
function record(key: string, value: string): Buffer {
	const rest = Buffer.byteLength(` ${key}=${value}\n`);
	let length = rest;
	while (String(length).length + rest !== length) length = String(length).length + rest;
	return Buffer.from(`${length} ${key}=${value}\n`);
}

function header(type: "0" | "x", name: string, size: number, mtime: number): Buffer {
	const block = Buffer.alloc(BLOCK);
	block.write(name, 0);
	block.write(octal(0o600, 8), 100);
	block.write(octal(0, 8), 108);
	block.write(octal(0, 8), 116);
	block.write(octal(size, 12), 124);
	block.write(octal(Math.floor(mtime / 1000), 12), 136);
	block.write("        ", 148);
	block.write(type, 156);
	block.write("ustar\x0000", 257);
	const sum = block.reduce((total, byte) => total + byte, 0);
	block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
	return block;
}

/** Padding that completes the last block of a file. */
export function tarPadding(size: number): Buffer {
	return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
}

function octal(value: number, width: number): string {
	return `${value.toString(8).padStart(width - 1, "0")}\0`;
}
