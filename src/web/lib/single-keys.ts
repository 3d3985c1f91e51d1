/**
 * Single-character shortcuts can be turned off (WCAG 2.1.4): speech input and tremor trigger them by accident.
 */
const storageKey = "singleKeyShortcuts";

export function singleKeysOn(): boolean {
	return localStorage.getItem(storageKey) !== "off";
}

export function setSingleKeys(on: boolean): void {
	if (on) localStorage.removeItem(storageKey);
	else localStorage.setItem(storageKey, "off");
}
