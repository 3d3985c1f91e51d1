import { useInstalled } from "#web/lib/installed.ts";

interface NavEntry {
	label: string;
	to: string;
	/** Home, Dashboard and Inbox are for signed-in people. */
	when: "signed-in" | "always";
}

/** The top navigation in its order. An entry shows once a page is registered under its path. */
const entries: readonly NavEntry[] = [
	{ label: "Home", to: "/", when: "signed-in" },
	{ label: "Dashboard", to: "/dashboard", when: "signed-in" },
	{ label: "Inbox", to: "/inbox", when: "signed-in" },
	{ label: "Pricing", to: "/pricing", when: "always" },
	{ label: "Contact", to: "/contact", when: "always" },
];

/** What the top navigation offers to this visitor. */
export function useNavEntries(signedIn: boolean): NavEntry[] {
	const { hasPath } = useInstalled();
	return entries.filter((entry) => hasPath(entry.to) && (signedIn || entry.when === "always"));
}
