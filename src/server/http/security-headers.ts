import type { Config } from "../config.ts";

/**
 * Mail is displayed in a sandboxed srcdoc iframe, which inherits this policy: its inline styles work, nothing else
 * does.
 */
const pagePolicy = [
	"default-src 'self'",
	"script-src 'self'",
	"style-src 'self' 'unsafe-inline'",
	"img-src 'self' data: blob:",
	"font-src 'self'",
	"connect-src 'self'",
	"frame-src 'self' blob:",
	"object-src 'none'",
	"base-uri 'none'",
	"form-action 'self'",
	"frame-ancestors 'none'",
].join("; ");

/** Content from mail, opened directly: has an opaque origin, loads nothing and runs nothing. */
const bytesPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

const permissions = ["camera", "geolocation", "microphone", "payment", "usb", "display-capture", "midi", "serial"]
	.map((name) => `${name}=()`)
	.join(", ");

/**
 * Sets the security headers.
 * @param bytes the response is a file from mail; the browser's PDF viewer does not work in a sandbox
 */
export function secure(headers: Headers, config: Pick<Config, "baseUrl">, bytes: boolean): void {
	const isPdf = headers.get("content-type")?.startsWith("application/pdf") === true;
	if (bytes) headers.set("content-security-policy", isPdf ? bytesPolicy : `sandbox; ${bytesPolicy}`);
	else headers.set("content-security-policy", pagePolicy);
	headers.set("x-content-type-options", "nosniff");
	headers.set("referrer-policy", "no-referrer");
	headers.set("cross-origin-opener-policy", "same-origin");
	headers.set("cross-origin-resource-policy", "same-origin");
	headers.set("permissions-policy", permissions);
	// Prevents DNS lookups for links in mail from revealing that it was opened.
	headers.set("x-dns-prefetch-control", "off");
	if (config.baseUrl.startsWith("https:")) headers.set("strict-transport-security", "max-age=31536000");
}
