import { expect, it } from "vitest";
import { mistakenFor } from "./mistaken-address.ts";

const WRITTEN = ["anna@example.com", "bob.harrison@gmail.com", "desk1@vale.test", "info@orchard.com"];

it.each([
	["anna@exarnple.com", "anna@example.com"],
	["anna@examp1e.com", "anna@example.com"],
	["anna@exammple.com", "anna@example.com"],
	["anna@example.co", "anna@example.com"],
	["bob.harisson@gmail.com", null],
	["bob.harrisson@gmail.com", "bob.harrison@gmail.com"],
	["bob.harris0n@gmail.com", "bob.harrison@gmail.com"],
	["bob.harrison@grnail.com", "bob.harrison@gmail.com"],
])("%s reads like %s", (address, usual) => {
	expect(mistakenFor(address, WRITTEN)).toBe(usual);
});

it.each([
	["one that the user writes to", "anna@example.com"],
	["someone else there", "anne@example.com"],
	["someone else's company", "carl@exarnple.com"],
	["the next one of a series", "desk2@vale.test"],
	["another free provider", "bob.harrison@gmx.de"],
	["a role that each company has", "info@example.com"],
	["a neighbor", "info@richard.com"],
	["no address", "anna"],
])("says nothing of %s", (_, address) => {
	expect(mistakenFor(address, WRITTEN)).toBe(null);
});
