/** Selectors of large providers and common programs. */
export const COMMON_SELECTORS: readonly string[] = [
	...["google", "selector1", "selector2", "default", "dkim", "mail", "s1", "s2", "k1", "k2", "k3", "20230601"],
	...["protonmail", "fm1", "zoho", "mandrill", "key1", "smtp", "email", "mx"],
];

/** Selectors (`header.s`, RFC 8601 §2.7.1) of the signatures of a domain. */
export function selectorsIn(results: string, domain: string): string[] {
	const found = results.split(";").flatMap((one) => {
		if (!/\bdkim\s*=/i.test(one)) return [];
		const signer = /\bheader\.(?:d|i)\s*=\s*"?(?:[^\s"@;]*@)?([\w.-]+)/i.exec(one)?.[1]?.toLowerCase();
		const selector = /\bheader\.s\s*=\s*"?([\w.-]{1,63})/i.exec(one)?.[1]?.toLowerCase();
		return signer === domain && selector !== undefined ? [selector] : [];
	});
	return [...new Set(found)].slice(0, 3);
}
