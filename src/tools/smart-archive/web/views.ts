/** The tabs below the overview. */
export const views = ["cleanup", "space", "duplicates", "sweeps", "backups"] as const;
export type View = (typeof views)[number];

/** Search parameters of the page. */
export interface SmartArchiveSearch {
	view?: View;
	/** Duplicates to show first; absent: exact ones. */
	kind?: "near";
}

export function readSearch({ view, kind }: Record<string, unknown>): SmartArchiveSearch {
	return { ...(isView(view) && { view }), ...(view === "duplicates" && kind === "near" && { kind }) };
}

function isView(value: unknown): value is View {
	return views.some((view) => view === value);
}
