/** The first match wins: most browsers also name others for compatibility. */
const browsers: readonly [RegExp, string][] = [
	[/Edg(e|A|iOS)?\//, "Edge"],
	[/OPR\/|Opera/, "Opera"],
	[/SamsungBrowser\//, "Samsung Internet"],
	[/Firefox\/|FxiOS\//, "Firefox"],
	[/Chrome\/|CriOS\/|Chromium\//, "Chrome"],
	[/Safari\//, "Safari"],
	[/^curl\//, "curl"],
];
const systems: readonly [RegExp, string][] = [
	[/iPhone|iPod/, "iPhone"],
	[/iPad/, "iPad"],
	[/Android/, "Android"],
	[/Windows/, "Windows"],
	[/Mac OS X|Macintosh/, "macOS"],
	[/CrOS/, "ChromeOS"],
	[/Linux|X11/, "Linux"],
];

/** Browser and operating system names from User-Agent (RFC 9110 §10.1.5); a guess, for display only. */
export function deviceOf(userAgent: string | null): string {
	const text = userAgent ?? "";
	const name = (list: readonly [RegExp, string][]) => list.find(([pattern]) => pattern.test(text))?.[1];
	const browser = name(browsers);
	const system = name(systems);
	if (browser !== undefined && system !== undefined) return `${browser} on ${system}`;
	return browser ?? system ?? "Unknown device";
}
