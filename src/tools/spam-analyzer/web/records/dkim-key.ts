/** A new DKIM key; the private half never leaves the browser. */
export interface DkimKey {
	/** SubjectPublicKeyInfo in base64. */
	publicKey: string;
	/** PKCS #8 as PEM. */
	privateKey: string;
}

/** Browsers create keys only on https pages and on localhost. */
export const canCreateKeys = (): boolean => globalThis.crypto?.subtle !== undefined;

/** Creates an RSA key of 2048 bits (RFC 8301 §3.2). */
export async function createDkimKey(): Promise<DkimKey> {
	const { publicKey, privateKey } = await crypto.subtle.generateKey(
		{ name: "RSASSA-PKCS1-v1_5", modulusLength: 2_048, publicExponent: new Uint8Array([1, 0, 1]), hash: "SHA-256" },
		true,
		["sign", "verify"],
	);
	const [spki, pkcs8] = await Promise.all([
		crypto.subtle.exportKey("spki", publicKey),
		crypto.subtle.exportKey("pkcs8", privateKey),
	]);
	const lines = base64(pkcs8).match(/.{1,64}/g) ?? [];
	return {
		publicKey: base64(spki),
		privateKey: ["-----BEGIN PRIVATE KEY-----", ...lines, "-----END PRIVATE KEY-----", ""].join("\n"),
	};
}

function base64(bytes: ArrayBuffer): string {
	return btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(""));
}
