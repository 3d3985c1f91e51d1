import { deviceStorage } from "../base/device-storage.ts";

const storageKey = "mailstead-signed-in-before";

/** Remembers that someone has signed in with this browser. */
export function rememberSignIn(): void {
	deviceStorage.setItem(storageKey, "yes");
}

/** Whether someone has signed in with this browser: links of the public pages then lead to sign-in, otherwise to sign-up. */
export function hasSignedInBefore(): boolean {
	return deviceStorage.getItem(storageKey) !== null;
}
