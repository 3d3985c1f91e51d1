import { createHmac } from "node:crypto";

/** The code of an authenticator app (RFC 6238) at a time. @param uri `otpauth://totp/…` @param at epoch ms */
export function codeOf(uri: string, at = Date.now()): string {
	const secret = base32(new URL(uri).searchParams.get("secret") ?? "");
	const counter = Buffer.alloc(8);
	counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
	const mac = createHmac("sha1", secret).update(counter).digest();
	const offset = (mac.at(-1) ?? 0) & 15;
	return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, "0");
}

/** RFC 4648 §6. */
function base32(text: string): Buffer {
	let bits = "";
	for (const digit of text.replaceAll("=", "").toUpperCase())
		bits += "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(digit).toString(2).padStart(5, "0");
	return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
