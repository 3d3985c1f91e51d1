/** A `Cookie` header as a browser context takes it (`addCookies` of Playwright). */
export function sessionCookies(header: string, url: string): { name: string; value: string; url: string }[] {
	return header.split("; ").map((part) => {
		const [name = "", ...value] = part.split("=");
		return { name, value: value.join("="), url };
	});
}
