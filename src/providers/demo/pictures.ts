/** Generated images for the demo mailbox: small logos, and landscapes of any size. */

import { crc32 } from "node:zlib";
import { prng, xoshiro128 } from "./prng.ts";

export interface Picture {
	width: number;
	height: number;
	/** Three bytes per pixel, row by row. */
	rgb: Uint8Array;
}

/** A landscape in layers (sky, ridges, foreground), each with noise, so that it does not compress well. */
export function landscape(name: string, width: number, height: number): Picture {
	const random = prng(name);
	const grain = xoshiro128(name);
	const hue = random.int(0, 2);
	const layers = Array.from({ length: 6 }, (_, index) => ({
		base: 0.32 + index * 0.12 + random.next() * 0.05,
		swell: 0.02 + random.next() * 0.05,
		wave: 1 + random.next() * 3 + index,
		phase: random.next() * 7,
	}));
	const ridge = layers.map(({ base, swell, wave, phase }) =>
		Float64Array.from({ length: width }, (_, x) => {
			const turn = (x / width) * wave * Math.PI;
			return (base + swell * Math.sin(turn + phase) + swell * 0.4 * Math.sin(turn * 3.7 + phase * 2)) * height;
		}),
	);
	const tones = [
		[226, 214, 196],
		[176, 190, 196],
		[142, 163, 168],
		[108, 134, 130],
		[80, 108, 96],
		[58, 84, 70],
		[40, 60, 52],
	].map(([r = 0, g = 0, b = 0]) => (hue === 0 ? [r, g, b] : hue === 1 ? [b, g, r] : [g, r, b]));
	const rgb = new Uint8Array(width * height * 3);
	let at = 0;
	for (let y = 0; y < height; y++) {
		for (let x = 0; x < width; x++) {
			let layer = 0;
			while (layer < 6 && y > (ridge[layer]?.[x] as number)) layer++;
			const tone = tones[layer] as number[];
			const noise = grain();
			rgb[at++] = (tone[0] as number) + (noise & 15);
			rgb[at++] = (tone[1] as number) + ((noise >>> 8) & 15);
			rgb[at++] = (tone[2] as number) + ((noise >>> 16) & 15);
		}
	}
	return { width, height, rgb };
}

/** A square two-tone logo for newsletters. `accent` is six hexadecimal digits. */
export function mark(name: string, accent: string, size = 48): Picture {
	const random = prng(name);
	const ink = [0, 2, 4].map((from) => Number.parseInt(accent.slice(from, from + 2), 16));
	const cells = Array.from({ length: 15 }, () => random.chance(0.55));
	const rgb = new Uint8Array(size * size * 3).fill(250);
	for (let y = 0; y < size; y++) {
		for (let x = 0; x < size; x++) {
			const column = Math.floor((x * 5) / size);
			const row = Math.floor((y * 5) / size);
			if (cells[row * 3 + Math.min(column, 4 - column)]) rgb.set(ink, (y * size + x) * 3);
		}
	}
	return { width: size, height: size, rgb };
}

function adler32(bytes: Uint8Array): number {
	let a = 1;
	let b = 0;
	for (let start = 0; start < bytes.length; start += 5552) {
		const end = Math.min(start + 5552, bytes.length);
		for (let i = start; i < end; i++) {
			a += bytes[i] as number;
			b += a;
		}
		a %= 65521;
		b %= 65521;
	}
	return ((b << 16) | a) >>> 0;
}

/**
 * A zlib stream of stored blocks (RFC 1950, RFC 1951 §3.2.4). Uncompressed on purpose: compressors differ between builds,
 * and the demo mailbox must be the same bytes everywhere.
 */
function stored(bytes: Uint8Array): Buffer {
	const chunks = [Buffer.of(0x78, 0x01)];
	for (let start = 0; start < bytes.length || start === 0; start += 65535) {
		const piece = bytes.subarray(start, start + 65535);
		const head = Buffer.alloc(5);
		head[0] = start + 65535 >= bytes.length ? 1 : 0;
		head.writeUInt16LE(piece.length, 1);
		head.writeUInt16LE(~piece.length & 0xffff, 3);
		chunks.push(head, Buffer.from(piece));
	}
	const check = Buffer.alloc(4);
	check.writeUInt32BE(adler32(bytes));
	return Buffer.concat([...chunks, check]);
}

/** PNG (RGB, 8 bits). */
export function png({ width, height, rgb }: Picture): Buffer {
	const chunk = (type: string, data: Uint8Array): Buffer => {
		const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
		const head = Buffer.alloc(4);
		head.writeUInt32BE(data.length);
		const check = Buffer.alloc(4);
		check.writeUInt32BE(crc32(body));
		return Buffer.concat([head, body, check]);
	};
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header.set([8, 2, 0, 0, 0], 8);
	const rows = new Uint8Array(height * (width * 3 + 1));
	for (let y = 0; y < height; y++) {
		rows.set(rgb.subarray(y * width * 3, (y + 1) * width * 3), y * (width * 3 + 1) + 1);
	}
	const signature = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
	const end = chunk("IEND", new Uint8Array());
	return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", stored(rows)), end]);
}

/** Uncompressed TIFF 6.0 (RGB, little-endian, one strip), as a scanner would send it. */
export function tiff({ width, height, rgb }: Picture): Buffer {
	const tags: [tag: number, type: number, count: number, value: number][] = [
		[256, 4, 1, width],
		[257, 4, 1, height],
		[258, 3, 3, 134],
		[259, 3, 1, 1],
		[262, 3, 1, 2],
		[273, 4, 1, 140],
		[277, 3, 1, 3],
		[278, 4, 1, height],
		[279, 4, 1, rgb.length],
		[284, 3, 1, 1],
	];
	const head = Buffer.alloc(140);
	head.write("II", 0, "latin1");
	head.writeUInt16LE(42, 2);
	head.writeUInt32LE(8, 4);
	head.writeUInt16LE(tags.length, 8);
	tags.forEach(([tag, type, count, value], index) => {
		const at = 10 + index * 12;
		head.writeUInt16LE(tag, at);
		head.writeUInt16LE(type, at + 2);
		head.writeUInt32LE(count, at + 4);
		if (type === 3 && count === 1) head.writeUInt16LE(value, at + 8);
		else head.writeUInt32LE(value, at + 8);
	});
	for (const at of [134, 136, 138]) head.writeUInt16LE(8, at);
	return Buffer.concat([head, rgb]);
}
