import { useInstalled } from "#web/lib/screens/installed.ts";
import { t } from "../base/text.ts";

interface NavEntry {
	label: string;
	to: string;
	/** Home, Dashboard and Inbox are for signed-in users. */
	when: "signed-in" | "always";
}

/** The top navigation in order. An entry shows once a page is registered at its path. */
const entries: readonly NavEntry[] = [
	{ label: t.nav.home, to: "/", when: "signed-in" },
	{ label: t.nav.dashboard, to: "/dashboard", when: "signed-in" },
	{ label: t.nav.inbox, to: "/inbox", when: "signed-in" },
	{ label: t.nav.pricing, to: "/pricing", when: "always" },
	{ label: t.nav.contact, to: "/contact", when: "always" },
];

/** The top navigation for this visitor. */
export function useNavEntries(signedIn: boolean): NavEntry[] {
	const { hasPath } = useInstalled();
	return entries.filter((entry) => hasPath(entry.to) && (signedIn || entry.when === "always"));
}
