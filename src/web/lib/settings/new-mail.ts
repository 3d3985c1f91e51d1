import { deviceStorage } from "../base/device-storage.ts";

/** Whether this browser shows new mail notifications, and may. Stored in the browser, as is the permission. */

const storageKey = "newMailNotifications";

/** `unsupported`: the browser has no notifications, or the page is not served over https. */
export function notificationPermission(): NotificationPermission | "unsupported" {
	return "Notification" in window && isSecureContext ? Notification.permission : "unsupported";
}

export function newMailOn(): boolean {
	return deviceStorage.getItem(storageKey) === "on" && notificationPermission() === "granted";
}

/** Turns notifications on or off; requests the permission if needed. @returns whether they are on now */
export async function setNewMail(on: boolean): Promise<boolean> {
	deviceStorage.removeItem(storageKey);
	if (!on || notificationPermission() === "unsupported") return false;
	if ((await Notification.requestPermission()) !== "granted") return false;
	deviceStorage.setItem(storageKey, "on");
	return true;
}
