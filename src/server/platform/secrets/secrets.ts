import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { type Config, deriveKey } from "../../config.ts";

/** Encrypts stored credentials: passwords and tokens of mailboxes. */
export interface Secrets {
	/**
	 * @param owner the owner and context, e.g. `<owner>/<account>`; used as associated data, so it decrypts nowhere
	 * else
	 */
	seal(plaintext: string, owner: string): Buffer;
	/** @throws SecretError when it was sealed with another secret or for another owner, or was modified */
	open(sealed: Uint8Array, owner: string): string;
}

/** A stored secret that cannot be decrypted; the message says what to do. */
export class SecretError extends Error {
	override name = "SecretError";
}

/** First byte: the format version. 1 is AES-256-GCM with a key derived from MAILSTEAD_SECRET. */
const VERSION = 1;
/** Then the key id, so that a rotated secret can be distinguished from corruption. */
const KEY_ID_BYTES = 4;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + KEY_ID_BYTES + IV_BYTES + TAG_BYTES;

/** AES-256-GCM (NIST SP 800-38D) with a random nonce: version, key id, nonce, tag, ciphertext. */
export function createSecrets(config: Config): Secrets {
	const key = deriveKey(config, "credentials");
	const keyId = deriveKey(config, "credentials key id").subarray(0, KEY_ID_BYTES);
	const head = Buffer.concat([Buffer.of(VERSION), keyId]);
	return {
		seal(plaintext, owner) {
			const iv = randomBytes(IV_BYTES);
			const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(associated(head, owner));
			const body = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final()]);
			return Buffer.concat([head, iv, cipher.getAuthTag(), body]);
		},
		open(sealed, owner) {
			const bytes = Buffer.from(sealed);
			if (bytes.length < HEAD_BYTES || bytes[0] !== VERSION)
				throw new SecretError("A stored secret is damaged. Connect the mailbox again.");
			if (!bytes.subarray(1, 1 + KEY_ID_BYTES).equals(keyId))
				throw new SecretError(
					"A stored secret was encrypted with another MAILSTEAD_SECRET. Restore that one, or connect the mailbox again.",
				);
			const iv = bytes.subarray(1 + KEY_ID_BYTES, 1 + KEY_ID_BYTES + IV_BYTES);
			const decipher = createDecipheriv("aes-256-gcm", key, iv, { authTagLength: TAG_BYTES })
				.setAAD(associated(head, owner))
				.setAuthTag(bytes.subarray(HEAD_BYTES - TAG_BYTES, HEAD_BYTES));
			try {
				return Buffer.concat([decipher.update(bytes.subarray(HEAD_BYTES)), decipher.final()]).toString("utf8");
			} catch (cause) {
				throw new SecretError("A stored secret is damaged or belongs elsewhere. Connect the mailbox again.", { cause });
			}
		},
	};
}

function associated(head: Buffer, owner: string): Buffer {
	return Buffer.concat([head, Buffer.from(owner)]);
}
