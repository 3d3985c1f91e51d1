/** Tar archives in the POSIX format (IEEE Std 1003.1, pax, "ustar Interchange Format"): regular files only. */

const BLOCK = 512;

/** Two zero blocks end an archive. */
export const tarEnd = Buffer.alloc(2 * BLOCK);

/**
 * The header of one file.
 * @param name at most 100 ASCII characters
 * @param size bytes, below 8 GiB
 * @param mtime epoch milliseconds
 */
export function tarHeader(name: string, size: number, mtime: number): Buffer {
	if (name.length > 100 || !/^[\x20-\x7e]+$/.test(name)) throw new Error("A tar header takes 100 ASCII characters");
	const header = Buffer.alloc(BLOCK);
	header.write(name, 0);
	header.write(octal(0o600, 8), 100);
	header.write(octal(0, 8), 108);
	header.write(octal(0, 8), 116);
	header.write(octal(size, 12), 124);
	header.write(octal(Math.floor(mtime / 1000), 12), 136);
	header.write("        ", 148);
	header.write("0", 156);
	header.write("ustar\x0000", 257);
	const sum = header.reduce((total, byte) => total + byte, 0);
	header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
	return header;
}

/** Padding that completes the last block of a file. */
export function tarPadding(size: number): Buffer {
	return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
}

function octal(value: number, width: number): string {
	return `${value.toString(8).padStart(width - 1, "0")}\0`;
}
