import { deviceStorage } from "../base/device-storage.ts";

/**
 * Single-character shortcuts can be turned off (WCAG 2.1.4): speech input and tremor trigger them by accident.
 */
const storageKey = "singleKeyShortcuts";

export function singleKeysOn(): boolean {
	return deviceStorage.getItem(storageKey) !== "off";
}

export function setSingleKeys(on: boolean): void {
	if (on) deviceStorage.removeItem(storageKey);
	else deviceStorage.setItem(storageKey, "off");
}
