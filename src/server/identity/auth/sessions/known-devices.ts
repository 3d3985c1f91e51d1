import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { brand } from "#shared/brand.ts";
import { type Config, deriveKey } from "../../../config.ts";

/**
 * Browsers that have signed in before. Each has a signed cookie (OWASP "device cookies") that proves only that: it
 * gives its browser a separate count of wrong passwords, which strangers cannot use up.
 */
export interface KnownDevices {
	/** The device's id if it has signed in to the account with this address; null for an unknown device. */
	find(request: Request, email: string): string | null;
	/** The Set-Cookie header that makes the device known; null if it already is and its cookie is recent. */
	remember(request: Request, email: string): string | null;
}

const DAY_MS = 86_400_000;
const LIFE_DAYS = 180;
const RENEW_DAYS = 30;
/** Users who share a browser. */
const MAX_ENTRIES = 5;
const entryShape = /^([\w-]{16})\.([0-9a-z]{1,6})\.([\w-]{43})$/;

interface Entry {
	text: string;
	id: string;
	/** Days since 1970. */
	issued: number;
	signature: string;
}

export function createKnownDevices(config: Config, now: () => number): KnownDevices {
	const key = deriveKey(config, "known-devices");
	const secure = config.baseUrl.startsWith("https:");
	const name = `${secure ? "__Host-" : ""}${brand.slug}.device`;
	const today = (): number => Math.floor(now() / DAY_MS);
	const sign = (email: string, id: string, issued: number): string =>
		createHmac("sha256", key).update(`${id}.${issued}.${email.toLowerCase()}`).digest("base64url");

	function entriesOf(request: Request): Entry[] {
		const cookies = request.headers.get("cookie")?.split(/;\s*/) ?? [];
		const value = cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1) ?? "";
		return value.split("~").flatMap((text) => {
			const [, id = "", issued = "", signature = ""] = entryShape.exec(text) ?? [];
			return id === "" ? [] : [{ text, id, issued: Number.parseInt(issued, 36), signature }];
		});
	}

	function own(entries: Entry[], email: string): Entry | undefined {
		return entries
			.slice(0, MAX_ENTRIES)
			.find(
				({ id, issued, signature }) =>
					today() - issued < LIFE_DAYS && timingSafeEqual(Buffer.from(signature), Buffer.from(sign(email, id, issued))),
			);
	}

	return {
		find: (request, email) => own(entriesOf(request), email)?.id ?? null,
		remember(request, email) {
			const entries = entriesOf(request);
			const found = own(entries, email);
			if (found !== undefined && today() - found.issued < RENEW_DAYS) return null;
			const id = found?.id ?? randomBytes(12).toString("base64url");
			const fresh = `${id}.${today().toString(36)}.${sign(email, id, today())}`;
			const others = entries.filter((entry) => entry !== found).slice(0, MAX_ENTRIES - 1);
			const value = [fresh, ...others.map(({ text }) => text)].join("~");
			const attributes = `Max-Age=${LIFE_DAYS * 86_400}; Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
			return `${name}=${value}; ${attributes}`;
		},
	};
}
