/** The senders of the demo's mail, which exist nowhere else: they publish their keys and answer one-click requests. */

import type { LocalSenders } from "#server/mail/provider/provider.ts";
import { keyRecord, SELECTOR } from "./mail/dkim.ts";

const KEY_NAME = new RegExp(`^${SELECTOR}\\._domainkey\\.(?:[a-z0-9-]+\\.)+example$`);

/** Refuses one-click requests. */
const REFUSING = "lodgeandkey.example";
/** Doesn't respond. */
const SILENT = "beacontelecom.example";

export const demoSenders: LocalSenders = {
	txt: (name) => (KEY_NAME.test(name.toLowerCase()) ? [[keyRecord()]] : []),
	postOneClick(url) {
		const host = URL.parse(url)?.hostname ?? "";
		if (host === SILENT || !host.endsWith(".example")) return null;
		if (host === REFUSING) return { status: 403, text: "Sign in to change your email preferences" };
		return { status: 200, text: "You are unsubscribed" };
	},
};
