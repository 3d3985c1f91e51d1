/** Joins class names and ignores everything that is not a string. */
export function cx(...names: unknown[]): string {
	return names.filter((name) => typeof name === "string" && name !== "").join(" ");
}
