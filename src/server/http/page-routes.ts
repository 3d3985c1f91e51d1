/**
 * Matches paths that are pages of the web app, by the route list that its build writes (`routes.json`, generated from
 * the router's screens).
 * @param patterns in the router's syntax: `/inbox/{-$emailId}`, where `$x` is one segment, `{-$x}` an optional one,
 * and a trailing `$` any number
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
