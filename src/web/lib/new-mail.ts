/** Whether this browser tells of new mail, and whether it may. Kept in the browser, because the permission is the browser's. */

const storageKey = "newMailNotifications";

/** `unsupported`: the browser has none, or the page is not served over https. */
export function notificationPermission(): NotificationPermission | "unsupported" {
	return "Notification" in window && isSecureContext ? Notification.permission : "unsupported";
}

export function newMailOn(): boolean {
	return localStorage.getItem(storageKey) === "on" && notificationPermission() === "granted";
}

/** Turns it on or off; asks the browser where it has not been asked yet. @returns whether it is on now */
export async function setNewMail(on: boolean): Promise<boolean> {
	localStorage.removeItem(storageKey);
	if (!on || notificationPermission() === "unsupported") return false;
	if ((await Notification.requestPermission()) !== "granted") return false;
	localStorage.setItem(storageKey, "on");
	return true;
}
