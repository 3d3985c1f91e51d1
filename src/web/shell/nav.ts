import { useInstalled } from "#web/lib/installed.ts";

interface NavEntry {
	label: string;
	to: string;
	/** Home, Dashboard and Inbox are for signed-in users. */
	when: "signed-in" | "always";
}

/** The top navigation in order. An entry shows once a page is registered at its path. */
const entries: readonly NavEntry[] = [
	{ label: "Home", to: "/", when: "signed-in" },
	{ label: "Dashboard", to: "/dashboard", when: "signed-in" },
	{ label: "Inbox", to: "/inbox", when: "signed-in" },
	{ label: "Pricing", to: "/pricing", when: "always" },
	{ label: "Contact", to: "/contact", when: "always" },
];

/** The top navigation for this visitor. */
export function useNavEntries(signedIn: boolean): NavEntry[] {
	const { hasPath } = useInstalled();
	return entries.filter((entry) => hasPath(entry.to) && (signedIn || entry.when === "always"));
}
