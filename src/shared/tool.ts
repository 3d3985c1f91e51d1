/** What a tool says of itself; navigation, hub, palette and API page are made from these. */
export interface ToolManifest {
	/** The folder's name. */
	id: string;
	/** As the rail shows it. */
	name: string;
	/** One sentence. */
	summary: string;
	/** Where it opens. */
	path: string;
	/** Rail group; null keeps it out of the rail (the hub, the activity page). */
	group: "Mail" | "Clean" | "Understand" | "Reach" | null;
	/** A lucide icon's name in kebab case. */
	icon: string;
	/** Order within its group. */
	order: number;
	/** The hub's features that open here (spec part 2, section 6). */
	features: readonly string[];
}
