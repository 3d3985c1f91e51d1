/** The tabs below the overview. */
export const views = ["cleanup", "space", "duplicates", "sweeps", "backups"] as const;
export type View = (typeof views)[number];

export function isView(value: unknown): value is View {
	return views.some((view) => view === value);
}
