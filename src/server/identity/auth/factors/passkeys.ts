import { passkey } from "@better-auth/passkey";
import { APIError } from "better-auth/api";
import type { Config } from "../../../config.ts";
import { snake } from "./snake-case.ts";

/**
 * Passkeys (WebAuthn Level 3). They count as two factors, because user verification is required: requested at
 * registration, and checked in every signature.
 */
export function passkeys(config: Config) {
	return passkey({
		rpID: new URL(config.baseUrl).hostname,
		authenticatorSelection: { residentKey: "required", userVerification: "required" },
		authentication: {
			afterVerification({ verification }) {
				if (verification.authenticationInfo.userVerified) return;
				throw APIError.from("UNAUTHORIZED", {
					code: "USER_NOT_VERIFIED",
					message: "The passkey didn't verify your identity. Unlock it with your PIN, face or fingerprint.",
				});
			},
		},
		registration: {
			afterVerification({ verification }) {
				if (verification.registrationInfo?.userVerified) return;
				throw APIError.from("BAD_REQUEST", {
					code: "USER_NOT_VERIFIED",
					message: "This device can't verify your identity. Set a PIN on it first, or use another device.",
				});
			},
		},
		schema: {
			passkey: {
				modelName: "passkeys",
				fields: snake("publicKey", "userId", "credentialID", "deviceType", "backedUp", "createdAt"),
			},
		},
	});
}
