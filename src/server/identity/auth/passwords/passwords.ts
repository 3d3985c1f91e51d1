import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

const BLOCK_SIZE = 16;
const KEY_BYTES = 64;
const SALT_BYTES = 16;

/** Characters of new passwords. */
export const passwordLength = { min: 8, max: 128 };

/**
 * Hashes of passwords with scrypt (RFC 7914), r = 16, p = 1: `cost$salt$key`, so that each is verified with the cost
 * that it was made with.
 * @param cost of new hashes, as log2 of N
 */
export function passwordHashes(cost: number) {
	return {
		async hash(password: string): Promise<string> {
			const salt = randomBytes(SALT_BYTES);
			const key = await keyOf(password, salt, cost);
			return [cost, salt.toString("hex"), key.toString("hex")].join("$");
		},
		async verify({ hash, password }: { hash: string; password: string }): Promise<boolean> {
			const [usedCost = "", salt = "", key = ""] = hash.split("$");
			const expected = Buffer.from(key, "hex");
			const found = await keyOf(password, Buffer.from(salt, "hex"), Number(usedCost));
			return expected.length === found.length && timingSafeEqual(expected, found);
		},
	};
}

function keyOf(password: string, salt: Buffer, cost: number): Promise<Buffer> {
	const N = 2 ** cost;
	const options = { N, r: BLOCK_SIZE, p: 1, maxmem: 256 * N * BLOCK_SIZE };
	return new Promise((resolve, reject) => {
		// The same password can be typed as different code points.
		scrypt(password.normalize("NFKC"), salt, KEY_BYTES, options, (error, key) => {
			if (error === null) resolve(key);
			else reject(error);
		});
	});
}
