import { expect, it } from "vitest";
import { deviceOf } from "./device.ts";

it.each([
	["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
	["Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0", "Edge on Windows"],
	["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 Version/18 Safari/605", "Safari on macOS"],
	["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 CriOS/140 Safari/604", "Chrome on iPhone"],
	["Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140 Mobile Safari/537.36", "Chrome on Android"],
	["curl/8.5.0", "curl"],
	["", "Unknown device"],
	[null, "Unknown device"],
])("%s is %s", (userAgent, device) => expect(deviceOf(userAgent)).toBe(device));
