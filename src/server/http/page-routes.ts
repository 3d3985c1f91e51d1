/**
 * Tells which addresses are pages of the web app, from the list that its build leaves (`routes.json`, made of the
 * screens that the router has).
 * @param patterns as the router writes them: `/inbox/{-$emailId}`, where `$x` is one segment, `{-$x}` one or none, and a
 * last `$` any number
 */
export function createPageMatcher(patterns: readonly string[]): (path: string) => boolean {
	const known = patterns.map((pattern) => new RegExp(`^${segmentsOf(pattern).map(expressionOf).join("")}/*$`, "i"));
	return (path) => known.some((pattern) => pattern.test(path));
}

function segmentsOf(pattern: string): string[] {
	return pattern.split("/").filter((segment) => segment !== "");
}

function expressionOf(segment: string): string {
	if (segment === "$") return "(?:/.*)?";
	if (segment.startsWith("{-$")) return "(?:/[^/]+)?";
	if (segment.startsWith("$")) return "/[^/]+";
	return `/${segment.replaceAll(/[.*+?^{}()|[\]\\]/g, "\\$&")}`;
}
