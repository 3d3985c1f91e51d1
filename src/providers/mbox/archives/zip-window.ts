/** Reads a zip archive through one buffer: adjacent data (headers, small files) costs one read. */

import { createReadStream } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import type { Readable } from "node:stream";
import { RandomAccessReader } from "yauzl";

const WINDOW = 256 * 1024;

export class WindowReader extends RandomAccessReader {
	readonly #handle: FileHandle;
	readonly #path: string;
	readonly #memory = Buffer.allocUnsafeSlow(WINDOW);
	#from = 0;
	#length = 0;

	/** @param path of the file behind the handle, which the caller closes */
	constructor(handle: FileHandle, path: string) {
		super();
		this.#handle = handle;
		this.#path = path;
	}

	/** A copy of exactly these bytes. @throws when the file ends before */
	async bytes(position: number, length: number): Promise<Buffer> {
		const target = Buffer.allocUnsafeSlow(length);
		await this.#copy(target, position);
		return target;
	}

	override read(
		buffer: Buffer,
		offset: number,
		length: number,
		position: number,
		callback: (error: Error | null) => void,
	): void {
		this.#copy(buffer.subarray(offset, offset + length), position).then(() => callback(null), callback);
	}

	override _readStreamForRange(start: number, end: number): Readable {
		return createReadStream(this.#path, { start, end: end - 1 });
	}

	override close(callback: (error: Error | null) => void): void {
		callback(null);
	}

	async #copy(target: Buffer, position: number): Promise<void> {
		for (let done = 0; done < target.length; ) {
			const at = position + done;
			if (at < this.#from || at >= this.#from + this.#length) {
				const { bytesRead } = await this.#handle.read(this.#memory, 0, WINDOW, at);
				this.#from = at;
				this.#length = bytesRead;
				if (bytesRead === 0) throw new Error("unexpected EOF");
			}
			done += this.#memory.copy(target, done, at - this.#from, this.#length);
		}
	}
}
