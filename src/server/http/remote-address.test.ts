import { expect, it } from "vitest";
import { clientOf } from "../platform/http/remote-address.ts";

it.each([
	["192.0.2.7", "192.0.2.7"],
	["2001:db8::1", "2001:db8:0:0::/64"],
	["2001:DB8:0:0:ffff::1", "2001:db8:0:0::/64"],
	["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
	["::1", "0:0:0:0::/64"],
	["fe80::1%eth0", "fe80:0:0:0::/64"],
	["not an address", "not an address"],
])("counts %s as %s", (address, client) => expect(clientOf(address)).toBe(client));

it("counts an IPv6 site as one client", () => {
	expect(clientOf("2001:db8:1:2::9", 48)).toBe("2001:db8:1::/48");
	expect(clientOf("192.0.2.7", 48)).toBe("192.0.2.7");
});
