/** Joins class names, leaving out everything that is not text. */
export function cx(...names: unknown[]): string {
	return names.filter((name) => typeof name === "string" && name !== "").join(" ");
}
