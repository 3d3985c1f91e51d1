import { passkey } from "@better-auth/passkey";
import { APIError } from "better-auth/api";
import { brand } from "#shared/brand.ts";
import type { Config } from "../../config.ts";
import { snake } from "./snake-case.ts";

/**
 * Passkeys (WebAuthn Level 3). They count as two factors, because user verification is required: requested at
 * registration, and checked in every signature.
 */
export function passkeys(config: Config) {
	return passkey({
		rpID: new URL(config.baseUrl).hostname,
		rpName: brand.name,
		authenticatorSelection: { residentKey: "required", userVerification: "required" },
		authentication: {
			afterVerification({ verification }) {
				if (verification.authenticationInfo.userVerified) return;
				throw APIError.from("UNAUTHORIZED", {
					code: "USER_NOT_VERIFIED",
					message: "The passkey did not check that it is you. Unlock it with its PIN, face or finger.",
				});
			},
		},
		registration: {
			afterVerification({ verification }) {
				if (verification.registrationInfo?.userVerified) return;
				throw APIError.from("BAD_REQUEST", {
					code: "USER_NOT_VERIFIED",
					message: "This device cannot check that it is you. Give it a PIN first, or use another.",
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
