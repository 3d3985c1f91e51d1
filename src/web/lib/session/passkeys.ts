import { t } from "../base/text.ts";
import { authCall } from "./session.ts";

/** Whether this browser supports passkeys (WebAuthn Level 3). */
export function passkeysWork(): boolean {
	return (
		typeof PublicKeyCredential !== "undefined" &&
		"parseCreationOptionsFromJSON" in PublicKeyCredential &&
		"parseRequestOptionsFromJSON" in PublicKeyCredential
	);
}

/** Creates a passkey for the signed-in user. @throws Error with a message for the user */
export async function createPasskey(name: string): Promise<void> {
	if (!passkeysWork()) throw new Error(t.passkeys.notSupported);
	const options = (await authCall("passkey/generate-register-options")) as PublicKeyCredentialCreationOptionsJSON;
	const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
	const response = await requestCredential(() => navigator.credentials.create({ publicKey }));
	await authCall("passkey/verify-registration", { response, name });
}

/** Signs in with a passkey that the user picks. @throws Error with a message for the user */
export async function signInWithPasskey(): Promise<void> {
	const options = (await authCall("passkey/generate-authenticate-options")) as PublicKeyCredentialRequestOptionsJSON;
	// Any passkey of this site is accepted, also while a user is signed in; user verification is required.
	const { allowCredentials: _, ...open } = options;
	const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({ ...open, userVerification: "required" });
	const response = await requestCredential(() => navigator.credentials.get({ publicKey }));
	await authCall("passkey/verify-authentication", { response });
}

async function requestCredential(device: () => Promise<Credential | null>): Promise<unknown> {
	try {
		const credential = await device();
		if (credential instanceof PublicKeyCredential) return credential.toJSON();
		throw new Error(t.passkeys.nothingReturned);
	} catch (cause) {
		throw new Error(sentence(cause), { cause });
	}
}

function sentence(cause: unknown): string {
	const name = cause instanceof Error ? cause.name : "";
	if (name === "NotAllowedError" || name === "AbortError") return t.passkeys.noneSelected;
	if (name === "InvalidStateError") return t.passkeys.alreadyRegistered;
	if (name === "SecurityError") return t.passkeys.httpsRequired;
	return t.passkeys.failed;
}
