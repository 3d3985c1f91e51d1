import type { Config } from "../config.ts";

/** Mail is shown in a sandboxed srcdoc frame, which inherits this: its inline styles work, nothing else does. */
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

/** Bytes that mail brought along: opened by themselves they are nobody, load nothing and run nothing. */
const bytesPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

const permissions = ["camera", "geolocation", "microphone", "payment", "usb", "display-capture", "midi", "serial"]
	.map((name) => `${name}=()`)
	.join(", ");

/**
 * Puts the headers on that keep a browser from being used against its person.
 * @param bytes the reply is a file out of mail; the browser's own PDF viewer does not work in a sandbox
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
	// Links in mail must not tell their servers, by a name lookup, that it was opened.
	headers.set("x-dns-prefetch-control", "off");
	if (config.baseUrl.startsWith("https:")) headers.set("strict-transport-security", "max-age=31536000");
}
